import { describe, expect, test } from 'vitest';
import { guardUnsaved, leaveUnsaved, type UnsavedForm } from '@/components/common/unsaved';

/** A form with unsaved changes; `discard` answers its question. */
function openForm(form?: UnsavedForm) {
  let answer: (() => void) | undefined;
  const close = guardUnsaved({ form, ask: (then) => (answer = then) });
  return {
    isAsking: () => answer !== undefined,
    close,
    discard: () => {
      close();
      answer?.();
    },
  };
}

describe('leaving', () => {
  test('happens at once without unsaved changes', () => {
    const left: string[] = [];
    leaveUnsaved(() => left.push('left'));
    expect(left).toEqual(['left']);
  });

  test('waits until every form is discarded, the one on top first', () => {
    const left: string[] = [];
    const page = openForm();
    const dialog = openForm('bookmark');
    leaveUnsaved(() => left.push('left'));
    expect([dialog.isAsking(), page.isAsking()]).toEqual([true, false]);
    dialog.discard();
    expect([left, page.isAsking()]).toEqual([[], true]);
    page.discard();
    expect(left).toEqual(['left']);
  });

  test('for another form of the same kind asks only that one', () => {
    const left: string[] = [];
    const page = openForm();
    const dialog = openForm('bookmark');
    leaveUnsaved(() => left.push('collection'), 'collection');
    leaveUnsaved(() => left.push('bookmark'), 'bookmark');
    expect([left, page.isAsking()]).toEqual([['collection'], false]);
    dialog.discard();
    expect(left).toEqual(['collection', 'bookmark']);
    page.close();
  });
});
