'use client';

import { useTranslations } from 'next-intl';
import { RuleValue } from '@/components/features/collections/smart/rule-value';
import {
  blankRule,
  ruleFields,
  ruleOps,
  withOp,
  type Rule,
  type RuleField,
  type RuleOp,
} from '@/components/features/collections/smart/rules';
import { useRuleWords } from '@/components/features/collections/smart/rule-words';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Select } from '@/components/ui/select';

interface RuleRowProps {
  rule: Rule;
  /** Counted from 1. */
  place: number;
  onChange: (rule: Rule) => void;
  onRemove: () => void;
}

/** One rule: what it looks at, how it compares, and with what. On a phone its parts stand below each other. */
export function RuleRow({ rule, place, onChange, onRemove }: RuleRowProps) {
  const t = useTranslations('Collections.smart');
  const words = useRuleWords();
  const ops: readonly RuleOp[] = ruleOps[rule.field];
  return (
    <li
      aria-label={t('ruleOf', { place })}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2 rounded-lg bg-muted p-2 sm:grid-cols-[8.5rem_minmax(0,10rem)_minmax(0,1fr)_auto] sm:bg-transparent sm:p-0"
    >
      <Select<RuleField>
        aria-label={t('field', { place })}
        value={rule.field}
        onValueChange={(field) => onChange(blankRule(field))}
        options={ruleFields.map((field) => ({ value: field, label: words.field(field) }))}
      />
      <div>
        {ops.length > 1 ? (
          <Select<RuleOp>
            aria-label={t('op', { place })}
            value={rule.op}
            onValueChange={(op) => onChange(withOp(rule, op))}
            options={ops.map((op) => ({ value: op, label: words.op(rule.field, op) }))}
          />
        ) : null}
      </div>
      <div className="max-sm:order-3 max-sm:col-span-3 max-sm:empty:hidden">
        <RuleValue
          rule={rule}
          label={t('value', { place })}
          onChange={(value) => onChange({ ...rule, value })}
        />
      </div>
      <Button
        variant="ghost"
        size="icon"
        className="max-sm:order-2"
        aria-label={t('remove', { place })}
        onClick={onRemove}
      >
        <Icon name="i-x" />
      </Button>
    </li>
  );
}
