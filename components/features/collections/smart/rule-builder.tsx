'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { GatheredCount } from '@/components/features/collections/smart/gathered-count';
import { RuleRow } from '@/components/features/collections/smart/rule-row';
import {
  blankRule,
  rulesOf,
  textOf,
  type Rule,
  type RuleSet,
} from '@/components/features/collections/smart/rules';
import { Field } from '@/components/common/field';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { limits } from '@/lib/contract/limits';
import { withLimit } from '@/lib/domain/query/edit';

interface RuleBuilderProps {
  /** The query, in the grammar of search. */
  query: string;
  onChange: (query: string) => void;
  error: string | undefined;
}

/** What a collection gathers, as rules or as the text that they stand for; both say the same. */
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
        <GatheredCount query={withLimit(query, null)} />
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

/** The rows themselves. They are kept while they stand here: one with nothing chosen yet has no place in the query. */
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
