import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';

/** The service does not answer for the moment, and what that means. */
export function LostNote() {
  const t = useTranslations('ImportExport');
  return (
    <p role="status" className="flex items-start gap-2 text-second text-warning">
      <Icon name="i-circle-alert" className="mt-px" />
      {t('lost')}
    </p>
  );
}
