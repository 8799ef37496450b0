'use client';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { AppLink } from '@/components/common/app-link';
import { isApple } from '@/components/common/shortcut';
import { Dialog, DialogBody, DialogContent, DialogHeader } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import type { Messages } from '@/lib/i18n/messages';

/** Labels of keys; on Apple devices the symbols printed on them. */
const signs: Readonly<Record<string, { apple: string; other: string }>> = {
  mod: { apple: '⌘', other: 'Ctrl' },
  Shift: { apple: '⇧', other: 'Shift' },
  Alt: { apple: '⌥', other: 'Alt' },
  Delete: { apple: '⌫', other: 'Del' },
  Enter: { apple: '↩', other: 'Enter' },
};

export const keyName = (key: string, apple: boolean): string =>
  signs[key]?.[apple ? 'apple' : 'other'] ?? key;

type ShortcutMessages = Messages['Shortcuts'];

/** Keys pressed together. `mod` is ⌘ on Apple devices and Ctrl elsewhere. */
type Keys = readonly string[];

/** Groups of shortcuts by context; each action has one or more key combinations. */
export type ShortcutGroups = {
  readonly [Group in keyof ShortcutMessages['groups']]: Readonly<
    Partial<Record<keyof ShortcutMessages['actions'], readonly Keys[]>>
  >;
};

/** All shortcuts of the product. Add new ones here. */
const shortcutGroups: ShortcutGroups = {
  anywhere: {
    search: [['mod', 'K']],
    addBookmark: [['mod', 'B']],
    addCollection: [['mod', 'U']],
    undo: [['mod', 'Z']],
    notifications: [['Alt', 'T']],
    shortcuts: [['?']],
    leave: [['Esc']],
  },
  searching: {
    choose: [['↓'], ['↑']],
    openChosen: [['Enter']],
    byCollection: [['@']],
  },
  list: {
    move: [['↓'], ['↑'], ['J'], ['K']],
    open: [['Enter']],
    preview: [['O']],
    edit: [['E']],
    moveOne: [['M']],
    tagOne: [['T']],
    favorite: [['F']],
    highlight: [['H']],
    later: [['L']],
    delete: [['Delete']],
    select: [['X']],
    extend: [
      ['Shift', '↓'],
      ['Shift', '↑'],
    ],
    selectAll: [['mod', 'A']],
    view: [['1'], ['2'], ['3'], ['4'], ['5']],
  },
  selection: {
    moveTo: [['M']],
    copyTo: [['C']],
    tag: [['T']],
    untag: [['Shift', 'T']],
    favoriteAll: [['F']],
    highlightAll: [['H']],
    laterAll: [['L']],
    deleteAll: [['Delete']],
    restoreAll: [['R']],
    toBar: [['.']],
    clear: [['Esc']],
  },
  reader: {
    nextToRead: [['J'], ['K']],
    annotate: [['H']],
    saveNote: [['mod', 'Enter']],
  },
};

const entriesOf = <Key extends string, Value>(record: Partial<Record<Key, Value>>): [Key, Value][] =>
  Object.entries(record) as [Key, Value][];

interface ShortcutsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** All shortcuts of the product, by context. */
export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const t = useTranslations('Shortcuts');
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="lg" className="lg:w-240" aria-describedby={undefined}>
        <DialogHeader title={t('title')} />
        {/* Scrolled by the arrow keys when it is longer than the screen. */}
        <DialogBody tabIndex={0} className="gap-x-10 outline-none md:columns-2 lg:columns-3">
          {entriesOf(shortcutGroups).map(([group, actions]) => (
            <section key={group} className="mb-5 lg:break-inside-avoid">
              <h3 className="break-after-avoid pb-1 text-caption font-medium text-muted-foreground">
                {t(`groups.${group}`)}
              </h3>
              <dl>
                {entriesOf(actions).map(([action, combinations]) => (
                  <div
                    key={action}
                    className="flex min-h-9 break-inside-avoid items-center justify-between gap-4 border-b py-1 last:border-b-0"
                  >
                    <dt>{t(`actions.${action}`)}</dt>
                    <dd className="flex shrink-0 items-center gap-1.5">
                      {combinations.map((keys, index) => (
                        <Fragment key={keys.join()}>
                          {index === 0 ? null : <span className="text-faint">{'/'}</span>}
                          <Combination keys={keys} />
                        </Fragment>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
              {group === 'searching' ? (
                <AppLink
                  href={'/help/search' as string as Route}
                  prefetch={false}
                  className="mt-2 inline-block touch:hit text-second font-medium text-primary hover:underline"
                  onClick={onClose}
                >
                  {t('searchHelp')}
                </AppLink>
              ) : null}
            </section>
          ))}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Combination({ keys }: { keys: Keys }) {
  return (
    <span className="inline-flex gap-0.5">
      {keys.map((key) => (
        <Kbd key={key}>{keyName(key, isApple())}</Kbd>
      ))}
    </span>
  );
}
