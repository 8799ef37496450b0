import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import { buttonVariants } from '@/components/ui/button';

/** What the other plan can do with a search, and the way there. */
export function ProBanner({ onFollow }: { onFollow: () => void }) {
  const t = useTranslations('Search');
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border p-3">
      <div className="min-w-52 flex-1">
        <p className="flex items-center gap-2 font-medium">
          {t('banner.title')}
          <Badge tone="accent">{t('pro')}</Badge>
        </p>
        <p className="mt-0.5 text-second text-pretty text-muted-foreground">{t('banner.text')}</p>
      </div>
      <Link
        href="/settings/subscription?plan=pro"
        prefetch={false}
        className={buttonVariants({ variant: 'primary' })}
        onClick={onFollow}
      >
        {t('banner.upgrade')}
      </Link>
    </div>
  );
}
