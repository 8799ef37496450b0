import { useTranslations } from 'next-intl';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { pageNumbers } from '@/lib/domain/public-address';

interface PublicPagesProps {
  current: number;
  count: number;
  pathTo: (page: number) => string;
}

const number =
  'grid h-9 min-w-9 place-items-center rounded-md px-1.5 text-muted-foreground touch:h-11 ' +
  'hover:bg-muted hover:text-foreground aria-[current]:bg-muted aria-[current]:font-semibold aria-[current]:text-foreground';

/** Links to the other pages of a list; small screens show the position instead of the numbers. */
export function PublicPages({ current, count, pathTo }: PublicPagesProps) {
  const t = useTranslations('Public');
  return (
    <nav
      aria-label={t('pages')}
      className="mt-3.5 flex items-center justify-between gap-2 tabular-nums print:hidden"
    >
      {current > 1 ? (
        <a rel="prev" href={pathTo(current - 1)} className={buttonVariants()}>
          <Icon name="i-chevron-left" />
          {t('newer')}
        </a>
      ) : (
        <span />
      )}
      <ol className="flex items-center gap-0.5 max-md:hidden">
        {pageNumbers(current, count).map((page, index) =>
          page === null ? (
            <li key={`gap-${index}`} aria-hidden="true" className="px-1.5 text-muted-foreground">
              …
            </li>
          ) : (
            <li key={page}>
              <a
                href={pathTo(page)}
                aria-current={page === current ? 'page' : undefined}
                aria-label={t('page', { page })}
                className={number}
              >
                {page}
              </a>
            </li>
          ),
        )}
      </ol>
      <p className="whitespace-nowrap text-muted-foreground md:hidden">
        <span className="sr-only">{t('pageOf', { page: current, pages: count })}</span>
        <span aria-hidden="true">{`${current} / ${count}`}</span>
      </p>
      {current < count ? (
        <a rel="next" href={pathTo(current + 1)} className={buttonVariants()}>
          {t('older')}
          <Icon name="i-chevron-right" />
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
