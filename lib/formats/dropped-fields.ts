import type { ImportDropped } from '@/lib/contract/imports';

/** The names of fields that have no place here, by what they hold. */
export type DroppedFields = Readonly<Partial<Record<ImportDropped, string>>>;

const empty = new Set<unknown>([undefined, null, false, 0, '', '0', 'false', 'no', 'False']);

/** Returns what a record has in such fields, given their values by name; flags count if they are set. */
export const droppedIn = (fields: DroppedFields, valueOf: (name: string) => unknown): ImportDropped[] =>
  (Object.entries(fields) as [ImportDropped, string][]).flatMap(([kind, name]) => {
    const value = valueOf(name);
    return empty.has(Array.isArray(value) ? value.length : value) ? [] : [kind];
  });
