import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/common/empty-state';

export function NothingFound({ query }: { query: string }) {
  const t = useTranslations('Search');
  return <EmptyState icon="i-search-x" title={t('nothing', { query })} text={t('nothingHint')} />;
}
