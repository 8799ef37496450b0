import { useTranslations } from 'next-intl';
import type { Way } from '@/components/features/search/ways-on';

const icons = {
  suggestion: 'i-spell-check',
  words: 'i-search',
  ask: 'i-sparkles',
  upgrade: 'i-sparkles',
  everywhere: 'i-library',
  conditions: 'i-filter-x',
  add: 'i-plus',
} as const;

export const wayIcon = ({ kind }: Way) => icons[kind];

/** What a way on does, in words. */
export function WayText({ way }: { way: Way }) {
  const t = useTranslations('Search');
  if (way.kind === 'suggestion') {
    return t.rich('ways.suggestion', {
      query: way.text,
      b: (words) => <strong className="font-semibold">{words}</strong>,
    });
  }
  return way.kind === 'add' ? t('ways.add', { url: way.url }) : t(`ways.${way.kind}`);
}
