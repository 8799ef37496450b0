import { useTranslations } from 'next-intl';
import { ModKey } from '@/components/common/mod-key';

/** Under the suggestions: the key that opens the search, and what forgets the searches of before. */
export function SearchTips({ onForget }: { onForget: (() => void) | null }) {
  const t = useTranslations('Search');
  return (
    <div className="mt-5 flex items-end justify-between gap-4 text-second text-muted-foreground">
      <p className="flex items-center gap-2 max-md:hidden">
        <ModKey letter="K" /> {t('tips.shortcut')}
      </p>
      {onForget === null ? null : (
        <button type="button" className="touch:hit hover:text-foreground hover:underline" onClick={onForget}>
          {t('forget')}
        </button>
      )}
    </div>
  );
}
