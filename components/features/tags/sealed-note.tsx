import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';

/** Says that a change leaves encrypted bookmarks as they are: their tags are in envelopes, where each is edited. */
export function SealedNote({ opened }: { opened: number }) {
  const t = useTranslations('Tags');
  return opened === 0 ? null : (
    <p role="note" className="mb-3 text-second text-pretty text-muted-foreground">
      <Icon name="i-lock-open" className="me-1.5 inline-block size-3.5 align-[-0.125em]" />
      {t('sealedStay', { count: opened })}
    </p>
  );
}
