import { useTranslations } from 'next-intl';
import { ModKey } from '@/components/common/mod-key';
import { Badge } from '@/components/ui/badge';
import { Kbd } from '@/components/ui/kbd';

/** Under the suggestions: what the other plan can do, and what keys do. */
export function SearchTips({ isPro, onForget }: { isPro: boolean; onForget: (() => void) | null }) {
  const t = useTranslations('Search');
  return (
    <>
      {isPro ? null : (
        <div className="mt-5 rounded-lg border p-3">
          <p className="flex items-center gap-2 font-medium">
            {t('proTitle')}
            <Badge tone="accent">{t('pro')}</Badge>
          </p>
          <p className="mt-0.5 text-second text-muted-foreground">{t('proText')}</p>
        </div>
      )}
      <div className="mt-5 flex items-end justify-between gap-4 text-second text-muted-foreground">
        <ul className="flex flex-col gap-2 max-md:hidden">
          <li className="flex items-center gap-2">
            <ModKey letter="K" /> {t('tips.shortcut')}
          </li>
          <li className="flex items-center gap-2">
            <Kbd className="min-w-9.5">{'@'}</Kbd> {t('tips.collection')}
          </li>
        </ul>
        {onForget === null ? null : (
          <button
            type="button"
            className="touch:hit hover:text-foreground hover:underline"
            onClick={onForget}
          >
            {t('forget')}
          </button>
        )}
      </div>
    </>
  );
}
