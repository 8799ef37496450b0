'use client';

import { useTranslations } from 'next-intl';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { bareNode, conditionText, type EditedQuery } from '@/components/features/search/query-text';
import { useChipChoices } from '@/components/features/search/use-chip-choices';
import type { QueryChip } from '@/lib/domain/query/chips';

interface ChipMenuProps {
  label: string;
  chip: QueryChip;
  query: EditedQuery;
  onChange: (text: string) => void;
}

/** A condition as a button, with a menu of what it can be instead. */
export function ChipMenu({ label, chip, query, onChange }: ChipMenuProps) {
  const t = useTranslations('Search');
  const { bare, isNegated } = chip.node ? bareNode(chip.node) : { bare: null, isNegated: false };
  const choices = useChipChoices(bare);
  const entries = (): MenuEntry[] => {
    const remove: MenuEntry = {
      kind: 'item',
      key: 'remove',
      icon: 'i-x',
      label: t('edit.remove'),
      onSelect: () => onChange(query.withoutChip(chip)),
    };
    if (bare === null) return [remove];
    const negate: MenuEntry = {
      kind: 'item',
      key: 'negate',
      icon: isNegated ? 'i-circle-check' : 'i-circle-slash',
      label: t(isNegated ? 'edit.include' : 'edit.negate'),
      onSelect: () => onChange(query.replaced(chip, bare, !isNegated)),
    };
    if (choices.length < 2) return [negate, remove];
    const values: MenuEntry = {
      kind: 'choice',
      key: 'value',
      value: conditionText(bare),
      options: choices.map(({ node, name }) => ({ value: conditionText(node), label: name })),
      onValueChange: (text) => {
        const chosen = choices.find(({ node }) => conditionText(node) === text);
        if (chosen) onChange(query.replaced(chip, chosen.node, isNegated));
      },
    };
    return [values, { kind: 'separator', key: 'line' }, negate, remove];
  };
  return (
    <Menu
      label={t('changeCondition', { name: label })}
      labelled
      align="start"
      buttonClassName="h-6.5 min-w-0 rounded-sm pl-2 hover:text-primary touch:h-9"
      entries={entries}
    >
      <span className="block truncate">{label}</span>
    </Menu>
  );
}
