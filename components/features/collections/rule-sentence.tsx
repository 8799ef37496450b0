'use client';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { createRowDates } from '@/components/common/row-dates';
import { collectionName } from '@/components/entities/collection-chip';
import { rulesOf, type Rule, type RuleField, type RuleOp } from '@/components/features/collections/rules';
import { collectionQueries } from '@/lib/api/collections';

/** Message keys of the operators of `visits`, which are symbols. */
const signs: Readonly<Record<string, 'more' | 'atLeast' | 'exactly' | 'atMost' | 'fewer'>> = {
  '>': 'more',
  '>=': 'atLeast',
  '=': 'exactly',
  '<=': 'atMost',
  '<': 'fewer',
};
const sides: Partial<Record<RuleField, 'In' | 'State'>> = { word: 'In', title: 'In', is: 'State' };

/** Returns the names of fields and operators: a title contains, a tag is. */
export function useRuleLabels() {
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

/** A query as its rules, one after the other. */
export function RuleSentence({ query }: { query: string }) {
  const t = useTranslations('Collections.smart');
  const { match, rules } = rulesOf(query);
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1">
      <span>{t('matches')}</span>
      {rules.map((rule, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <span>{t(match === 'all' ? 'and' : 'or')}</span>}
          <span className="max-w-full rounded-sm border bg-card px-1.5 py-px break-words text-foreground">
            <RuleText rule={rule} />
          </span>
        </Fragment>
      ))}
    </p>
  );
}

function RuleText({ rule }: { rule: Rule }) {
  const labels = useRuleLabels();
  const value = useRuleValue()(rule);
  if (rule.field === 'text') return value;
  return (
    <>
      {labels.field(rule.field)} {labels.op(rule.field, rule.op)} <span className="font-medium">{value}</span>
    </>
  );
}

function useRuleValue(): (rule: Rule) => string {
  const t = useTranslations('Collections.smart');
  const tCollections = useTranslations('Collections');
  // Days of rules have no time zone.
  const { day } = createRowDates({ locale: useLocale(), timeZone: 'UTC', now: new Date(0) });
  const { data: collections } = useQuery(collectionQueries.simplified());
  return ({ field, op, value }) => {
    if (field === 'collection') {
      const named = collections?.content.find(({ name }) => name === value);
      return named ? collectionName(named, tCollections('uncategorized')) : value;
    }
    if (field === 'type') return t(`types.${value as 'video'}`);
    if (field === 'is') return t(`states.${value as 'public'}`);
    if (op === 'during') return t(`spans.${value as 'today'}`);
    if (op === 'within' || op === 'past') {
      const count = Number.parseInt(value, 10);
      return `${count} ${t(`units.${value.slice(-1) as 'd'}`, { count })}`;
    }
    if (op === 'on' || op === 'before' || op === 'after') {
      return day(`${value}T12:00:00Z`);
    }
    return value;
  };
}
