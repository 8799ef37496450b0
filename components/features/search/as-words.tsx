import { useFormatter, useTranslations } from 'next-intl';
import type { SearchResult } from '@/lib/contract/schemas/search';
import { cn } from '@/lib/utils/cn';

const noteClass = 'mt-2 text-second text-muted-foreground';

/** Said quietly where a text could not be read as a query. */
export function AsWords({ text, className }: { text: string; className?: string }) {
  const t = useTranslations('Search');
  return <p className={cn(noteClass, 'truncate', className)}>{t('asWords', { text })}</p>;
}

interface ClosestNoteProps {
  query: SearchResult['query'];
  className?: string;
}

/** Which conditions of a question were dropped, or that its words were not all found. */
export function ClosestNote({ query: { closest, dropped }, className }: ClosestNoteProps) {
  const t = useTranslations('Search');
  const format = useFormatter();
  if (!closest && dropped.length === 0) return null;
  const conditions = format.list(dropped.map(({ label }) => t('quoted', { text: label })));
  return (
    <p role="note" className={cn(noteClass, 'wrap-anywhere', className)}>
      {dropped.length > 0 ? t('dropped', { conditions, count: dropped.length }) : t('closest')}
    </p>
  );
}
