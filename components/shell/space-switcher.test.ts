import { createTranslator } from 'next-intl';
import { expect, test, vi } from 'vitest';
import { spaceEntries } from '@/components/shell/space-switcher';
import shell from '@/messages/en/shell.json';

const t = createTranslator({ locale: 'en', messages: { Shell: shell }, namespace: 'Shell' });
const personal = { uuid: 'personal', name: 'Personal', isDefault: true, isCurrent: true };
const work = { uuid: 'work', name: 'Work', isDefault: false, isCurrent: false };

const entries = (spaces: (typeof personal)[], pending: string | null = null) => {
  const choose = vi.fn();
  const all = spaceEntries({ spaces, pending, choose, t });
  return { choose, items: all.filter((entry) => entry.kind === 'item') };
};

test('with one space the entry leads to creating one, with more to all of them', () => {
  expect(entries([personal]).items.at(-1)).toMatchObject({ label: 'Create space', href: '/spaces#create' });
  expect(entries([personal, work]).items.at(-1)).toMatchObject({ label: 'Manage spaces', href: '/spaces' });
});

test('a space is chosen by its entry', () => {
  const { items, choose } = entries([personal, work]);
  items[1]?.onSelect?.();
  expect(choose.mock.calls).toEqual([['work']]);
});

test('while a space is being switched to, its entry has a spinner and nothing else can be chosen', () => {
  const { items } = entries([personal, work], 'work');
  expect(items.map(({ pending = false, disabled }) => [pending, disabled])).toEqual([
    [false, true],
    [true, true],
    [false, true],
  ]);
});
