import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/common/empty-state';

/** In the place of the rows that a smart collection will match. */
export function SmartEmpty() {
  const t = useTranslations('Collections.smart');
  return <EmptyState icon="i-funnel" title={t('emptyTitle')} text={t('emptyText')} />;
}
