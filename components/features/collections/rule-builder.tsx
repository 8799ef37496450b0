'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Field } from '@/components/common/field';
import { useDebounced } from '@/components/common/use-debounced';
import { RuleValue } from '@/components/features/collections/rule-value';
import { useRuleLabels } from '@/components/features/collections/rule-sentence';
import {
  blankRule,
  ruleFields,
  ruleOps,
  rulesOf,
  textOf,
  withOp,
  type Rule,
  type RuleField,
  type RuleOp,
  type RuleSet,
} from '@/components/features/collections/rules';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { smartQueries } from '@/lib/api/smart';
import { limits } from '@/lib/contract/limits';
import { withLimit } from '@/lib/domain/query/edit';

const settleMs = 300;

/** Shows the current number of matches of a query, once it has stopped changing. */
function MatchCount({ query }: { query: string }) {
  const t = useTranslations('Collections.smart');
  const settledQuery = useDebounced(query, settleMs);
  const { data: total, isError } = useQuery({
    ...smartQueries.matches(settledQuery),
    select: ({ pagination }) => pagination.total,
    placeholderData: keepPreviousData,
  });
  const text =
    settledQuery === ''
      ? t('countNothing')
      : isError
        ? t('countFailed')
        : total === undefined
          ? ''
          : t('count', { count: total });
  return (
    <p role="status" className="min-h-5 text-second text-muted-foreground tabular-nums">
      {text}
    </p>
  );
}

interface RuleRowProps {
  rule: Rule;
  /** Counted from 1. */
  place: number;
  onChange: (rule: Rule) => void;
  onRemove: () => void;
}

/** One rule: its field, its operator, and its value. On a phone these are stacked. */
function RuleRow({ rule, place, onChange, onRemove }: RuleRowProps) {
  const t = useTranslations('Collections.smart');
  const labels = useRuleLabels();
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
        options={ruleFields.map((field) => ({ value: field, label: labels.field(field) }))}
      />
      <div>
        {ops.length > 1 ? (
          <Select<RuleOp>
            aria-label={t('op', { place })}
            value={rule.op}
            onValueChange={(op) => onChange(withOp(rule, op))}
            options={ops.map((op) => ({ value: op, label: labels.op(rule.field, op) }))}
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

interface RuleBuilderProps {
  /** The query, in the grammar of search. */
  query: string;
  onChange: (query: string) => void;
  error: string | undefined;
}

/** The query of a collection, edited as rules or as equivalent text. */
export function RuleBuilder({ query, onChange, error }: RuleBuilderProps) {
  const t = useTranslations('Collections.smart');
  const [form, setForm] = useState<'rules' | 'text'>('rules');
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{t('legend')}</legend>
      {form === 'rules' ? (
        <Rules query={query} onChange={onChange} />
      ) : (
        <Field label={t('text')} hint={t('textHint')} error={error}>
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              className="min-h-16"
              spellCheck={false}
              maxLength={limits.smartQueryLength}
              value={query}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
      {form === 'rules' && error !== undefined ? (
        <p role="alert" className="text-second text-destructive">
          {error}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <MatchCount query={withLimit(query, null)} />
        <Button variant="link" size="inline" onClick={() => setForm(form === 'rules' ? 'text' : 'rules')}>
          {t(form === 'rules' ? 'asText' : 'asRules')}
        </Button>
      </div>
    </fieldset>
  );
}

type Row = Rule & { readonly id: number };

function rowsOf({ rules }: RuleSet): Row[] {
  const known = rules.length > 0 ? rules : [blankRule('word')];
  return known.map((rule, id) => ({ ...rule, id }));
}

/** The rule rows. They have their own state: a row with nothing chosen yet is not in the query. */
function Rules({ query, onChange }: Pick<RuleBuilderProps, 'query' | 'onChange'>) {
  const t = useTranslations('Collections.smart');
  const [{ match, rest, ...first }] = useState(() => rulesOf(query));
  const [isAny, setAny] = useState(match === 'any');
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf({ match, rest, ...first }));
  const list = useRef<HTMLUListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);

  const show = (next: readonly Row[], any = isAny) => {
    setRows(next);
    setAny(any);
    onChange(textOf({ match: any ? 'any' : 'all', rules: next, rest }));
  };
  const add = () => {
    show([...rows, { ...blankRule('word'), id: Math.max(-1, ...rows.map(({ id }) => id)) + 1 }]);
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('button')?.focus());
  };
  const remove = (id: number) => {
    show(rows.filter((row) => row.id !== id));
    adding.current?.focus();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden="true" className="font-medium">
          {t('match')}
        </span>
        <span className="w-45">
          <Select
            aria-label={t('match')}
            value={isAny ? 'any' : 'all'}
            onValueChange={(next) => show(rows, next === 'any')}
            options={[
              { value: 'all', label: t('matchAll') },
              { value: 'any', label: t('matchAny') },
            ]}
          />
        </span>
      </div>
      <ul ref={list} className="flex flex-col gap-2">
        {rows.map((row, index) => (
          <RuleRow
            key={row.id}
            rule={row}
            place={index + 1}
            onChange={(rule) => show(rows.map((one) => (one.id === row.id ? { ...rule, id: row.id } : one)))}
            onRemove={() => remove(row.id)}
          />
        ))}
      </ul>
      <Button ref={adding} className="self-start" onClick={add}>
        <Icon name="i-plus" />
        {t('add')}
      </Button>
    </>
  );
}
