import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';

/** Says that rows further down could not be read, above the list's end where everybody sees it. */
export function ListGap({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('Bookmarks');
  return (
    <div
      role="alert"
      className="sticky bottom-20 z-10 mx-auto flex w-fit animate-rise items-center gap-3 rounded-lg border bg-popover py-1.5 pr-1.5 pl-4 shadow-float md:bottom-5"
    >
      {t('gap')}
      <Button onClick={onRetry}>{t('retry')}</Button>
    </div>
  );
}
