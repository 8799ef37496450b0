import { useTranslations } from 'next-intl';
import type { RuleField, RuleOp } from '@/components/features/collections/smart/rules';

/** Operators of `visits`, which are signs, by the names of their words. */
const signs: Readonly<Record<string, 'more' | 'atLeast' | 'exactly' | 'atMost' | 'fewer'>> = {
  '>': 'more',
  '>=': 'atLeast',
  '=': 'exactly',
  '<=': 'atMost',
  '<': 'fewer',
};
const sides: Partial<Record<RuleField, 'In' | 'State'>> = { word: 'In', title: 'In', is: 'State' };

/** What a field and an operator are called: a title contains, a tag is. */
export function useRuleWords() {
  const t = useTranslations('Collections.smart');
  return {
    field: (field: RuleField): string => t(`fields.${field}`),
    op: (field: RuleField, op: RuleOp): string => {
      const sign = signs[op];
      if (sign) return t(`ops.${sign}`);
      if (op === 'is' || op === 'not') return t(`ops.${op}${sides[field] ?? ''}`);
      return t(`ops.${op as 'never'}`);
    },
  };
}
