import { useTranslations } from 'next-intl';
import { cn } from '@/lib/utils/cn';

/** Said quietly where a text could not be read as a query. */
export function AsWords({ text, className }: { text: string; className?: string }) {
  const t = useTranslations('Search');
  return (
    <p className={cn('mt-2 truncate text-second text-muted-foreground', className)}>
      {t('asWords', { text })}
    </p>
  );
}
