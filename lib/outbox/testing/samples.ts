import type { EntryInput, OutboxEntry, OutboxOperation } from '@/lib/outbox/entry';

let order = 0;

/** Returns an unsent entry for tests. */
export function waitingEntry(
  operation: OutboxOperation,
  input: EntryInput,
  records: readonly string[],
): OutboxEntry {
  order += 1;
  return {
    order,
    id: `key-${order}`,
    account: 'ada',
    space: 'home',
    operation,
    input,
    records,
    label: null,
    edit: null,
    createdAt: Date.UTC(2026, 4, 1),
    state: 'waiting',
    attempts: 0,
    retryAt: 0,
    problem: null,
  };
}
