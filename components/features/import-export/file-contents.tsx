import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import type { Import } from '@/lib/contract/imports';

/** What the entries of a file have and where it goes, and what has no place here. */
export function FileContents({ report }: { report: Pick<Import, 'kept' | 'dropped' | 'folderLevels'> }) {
  const t = useTranslations('ImportExport.contents');
  const { kept, dropped, folderLevels } = report;
  return (
    <>
      {kept.length > 0 ? (
        <section aria-label={t('title')} className="max-w-120">
          <h3 className="font-medium">{t('title')}</h3>
          <ul className="mt-1">
            {kept.map(({ kind, count }) => (
              <li key={kind} className="flex items-start gap-2.5 py-2 not-first:border-t">
                <Icon name="i-check" className="mt-0.5 text-success" />
                <span className="flex-1">{t(`kept.${kind}`, { count, levels: folderLevels })}</span>
                <span className="text-right text-muted-foreground">{t(`as.${kind}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {dropped.length > 0 ? (
        <section aria-label={t('droppedTitle')} className="max-w-120">
          <h3 className="font-medium">{t('droppedTitle')}</h3>
          <ul className="mt-1">
            {dropped.map(({ kind, count }) => (
              <li key={kind} className="flex items-start gap-2.5 py-1.5 text-muted-foreground">
                <Icon name="i-minus" className="mt-0.5 text-warning" />
                {t(`dropped.${kind}`, { count })}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
