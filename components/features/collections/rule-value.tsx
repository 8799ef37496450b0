'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { collectionName } from '@/components/entities/collection-chip';
import type { Rule } from '@/components/features/collections/rules';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { limits } from '@/lib/contract/limits';
import { bookmarkTypes, queryStates, namedSpans } from '@/lib/domain/query/query';
import { collectionQueries } from '@/lib/api/collections';
import { tagQueries } from '@/lib/api/tags';

interface RuleValueProps {
  rule: Rule;
  label: string;
  onChange: (value: string) => void;
}

/** The value of a rule, in the control for its field and operator. */
export function RuleValue({ rule, label, onChange }: RuleValueProps) {
  const t = useTranslations('Collections.smart');
  const { field, op, value } = rule;
  if (op === 'never' || op === 'ever') return null;
  const props = { 'aria-label': label, value };
  switch (field) {
    case 'type':
      return (
        <Select
          {...props}
          onValueChange={onChange}
          options={bookmarkTypes.map((type) => ({ value: type, label: t(`types.${type}`) }))}
        />
      );
    case 'is':
      return (
        <Select
          {...props}
          onValueChange={onChange}
          options={queryStates.map((state) => ({ value: state, label: t(`states.${state}`) }))}
        />
      );
    case 'collection':
      return <CollectionValue value={value} label={label} onChange={onChange} />;
    case 'tag':
      return <TagValue value={value} label={label} onChange={onChange} />;
    case 'created':
    case 'visited':
      return <DateValue rule={rule} label={label} onChange={onChange} />;
    case 'visits':
      return (
        <Input
          {...props}
          type="number"
          inputMode="numeric"
          min={0}
          max={999_999_999}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <Input
          {...props}
          autoComplete="off"
          spellCheck={field === 'text' ? false : undefined}
          maxLength={limits.smartQueryLength}
          placeholder={field === 'site' ? 'example.com' : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

type ValueProps = Pick<RuleValueProps, 'label' | 'onChange'> & { value: string };

/** Selects a collection that is not smart; a deleted or smart one is still named. */
function CollectionValue({ value, label, onChange }: ValueProps) {
  const t = useTranslations('Collections');
  const { data: collections = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content.filter(({ smart }) => !smart),
  });
  const shown = new Map(collections.map((one) => [one.name, collectionName(one, t('uncategorized'))]));
  if (value !== '' && !shown.has(value)) shown.set(value, value);
  return (
    <Select
      aria-label={label}
      value={value}
      placeholder={t('smart.choose')}
      onValueChange={onChange}
      options={[...shown].map(([name, label]) => ({ value: name, label }))}
    />
  );
}

function TagValue({ value, label, onChange }: ValueProps) {
  const list = useId();
  const { data: tags = [] } = useQuery({ ...tagQueries.list(), select: ({ content }) => content });
  return (
    <>
      <Input
        aria-label={label}
        value={value}
        list={list}
        autoComplete="off"
        maxLength={limits.tagLength}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {tags.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

const units = ['d', 'w', 'm', 'y'] as const;

function DateValue({ rule: { op, value }, label, onChange }: RuleValueProps) {
  const t = useTranslations('Collections.smart');
  if (op === 'during') {
    return (
      <Select
        aria-label={label}
        value={value}
        onValueChange={onChange}
        options={namedSpans.map((span) => ({ value: span, label: t(`spans.${span}`) }))}
      />
    );
  }
  if (op !== 'within' && op !== 'past') {
    return (
      <Input
        aria-label={label}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const count = Number.parseInt(value, 10) || 1;
  const unit = value.slice(-1);
  return (
    <span className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
      <Input
        aria-label={label}
        type="number"
        inputMode="numeric"
        min={1}
        max={9999}
        value={count}
        onChange={(event) =>
          onChange(`${Math.min(9999, Math.max(1, Number.parseInt(event.target.value, 10) || 1))}${unit}`)
        }
      />
      <Select
        aria-label={t('unit')}
        value={unit}
        onValueChange={(next) => onChange(`${count}${next}`)}
        options={units.map((one) => ({ value: one, label: t(`units.${one}`, { count }) }))}
      />
    </span>
  );
}
