import type { Bookmark } from '@/lib/contract/bookmarks';
import type { BulkInput } from '@/lib/contract/bulk';

/** The value of a field in an entry of a bookmark file, by the type of the field. */
interface EntryValues {
  text: string;
  tags: readonly string[];
  flag: boolean;
  count: number;
  time: Date | null;
}

/**
 * How a field is combined from two entries for the same page, or from a bookmark and an entry: the first text that is
 * not blank, the longer text, both texts unless one contains the other, the URL by `isBetterUrl`, all tags up to their
 * limit, whether any flag is set, the earliest or latest time, the largest number. On a tie, the first one wins.
 */
export type CombineRule =
  'first' | 'longer' | 'joined' | 'betterUrl' | 'union' | 'any' | 'earliest' | 'latest' | 'largest';

interface Field {
  /** A flag is also a filter of lists and a state in queries (`is:`) with the name of the field. */
  type: keyof EntryValues;
  /** Whether an encrypted bookmark has the field only inside of its envelope. */
  secret: boolean;
  /** Name in an entry of a bookmark file, if it is another one. */
  entry?: string;
  combine: CombineRule;
  /**
   * How bookmarks that are saved twice are merged, if not by `combine`: by the first text of the remaining bookmark and
   * then the oldest one, or by the sum. `never`: the field belongs to the remaining bookmark.
   */
  merge?: 'first' | 'sum' | 'never';
  /**
   * What an edit does if the bookmark was edited elsewhere as well: the whole value conflicts, or its items are merged.
   * Fields without it are not edited.
   */
  edit?: 'conflict' | 'items';
  /** The option of an export that includes the field; always included without one. */
  option?: 'metadata' | 'tags';
  /** Column of a CSV export. */
  csv: string;
  /** Attribute of a link in an exported HTML file. Title and description are written as text. */
  attribute?: string;
  /** The bulk action that sets the field, with a value of the field's name. */
  bulk?: string;
}

/**
 * Fields of a bookmark that are not described in {@link fields}, because each of them has a meaning of its own:
 * `uuid` and `order` identify and place the row; `domain` and `path` are derived from the URL; `encrypted`, `cipher` and
 * `hint` are the envelope; `collections` are links to other rows; `broken` is found by link checks; `cover` is a file
 * of its own; `deletedAt` is the trash.
 */
type OtherField =
  | 'uuid'
  | 'order'
  | 'domain'
  | 'path'
  | 'encrypted'
  | 'cipher'
  | 'hint'
  | 'collections'
  | 'broken'
  | 'cover'
  | 'deletedAt';

/**
 * What a bookmark consists of: every field of the contract except {@link OtherField}. The column of a field and its
 * property in JSON exports have its name.
 */
export const fields = {
  title: { type: 'text', secret: true, combine: 'first', edit: 'conflict', csv: 'title' },
  url: {
    type: 'text',
    secret: true,
    combine: 'betterUrl',
    merge: 'never',
    edit: 'conflict',
    csv: 'url',
    attribute: 'HREF',
  },
  description: {
    type: 'text',
    secret: true,
    combine: 'longer',
    merge: 'first',
    edit: 'conflict',
    option: 'metadata',
    csv: 'description',
  },
  tags: {
    type: 'tags',
    secret: true,
    combine: 'union',
    edit: 'items',
    option: 'tags',
    csv: 'tags',
    attribute: 'TAGS',
  },
  favorite: {
    type: 'flag',
    secret: false,
    combine: 'any',
    edit: 'conflict',
    csv: 'favorite',
    attribute: 'FAVORITE',
    bulk: 'favorite',
  },
  highlighted: {
    type: 'flag',
    secret: false,
    combine: 'any',
    edit: 'conflict',
    csv: 'highlighted',
    attribute: 'HIGHLIGHTED',
    bulk: 'highlight',
  },
  visits: {
    type: 'count',
    secret: false,
    combine: 'largest',
    merge: 'sum',
    option: 'metadata',
    csv: 'visits',
    attribute: 'MARKWELL_VISITS',
  },
  createdAt: {
    type: 'time',
    secret: false,
    entry: 'addedAt',
    combine: 'earliest',
    csv: 'created',
    attribute: 'ADD_DATE',
  },
  updatedAt: {
    type: 'time',
    secret: false,
    entry: 'modifiedAt',
    combine: 'latest',
    merge: 'never',
    option: 'metadata',
    csv: 'updated',
    attribute: 'LAST_MODIFIED',
  },
  lastAccessedAt: {
    type: 'time',
    secret: false,
    entry: 'visitedAt',
    combine: 'latest',
    option: 'metadata',
    csv: 'visited',
    attribute: 'LAST_VISIT',
  },
  later: {
    type: 'flag',
    secret: false,
    combine: 'any',
    edit: 'conflict',
    csv: 'later',
    // As other programs write it.
    attribute: 'TOREAD',
    bulk: 'later',
  },
  readAt: {
    type: 'time',
    secret: false,
    combine: 'latest',
    edit: 'conflict',
    csv: 'read',
    attribute: 'MARKWELL_READ',
  },
  notes: {
    type: 'text',
    secret: true,
    combine: 'joined',
    edit: 'conflict',
    option: 'metadata',
    csv: 'notes',
    attribute: 'MARKWELL_NOTES',
  },
} as const satisfies Record<Exclude<keyof Bookmark, OtherField>, Field>;

type Fields = typeof fields;
export type FieldName = keyof Fields;

export const fieldNames = Object.keys(fields) as FieldName[];

export type NamesWith<Pattern> = {
  [Name in FieldName]: Fields[Name] extends Pattern ? Name : never;
}[FieldName];

/** Returns the names of the fields with the given properties, in the order of the table. */
export const fieldsWith = <const Pattern extends Partial<Field>>(pattern: Pattern): NamesWith<Pattern>[] =>
  fieldNames.filter((name) =>
    Object.entries(pattern).every(([key, value]) => (fields[name] as Field)[key as keyof Field] === value),
  ) as NamesWith<Pattern>[];

/** A flag that users set. */
export type FlagName = NamesWith<{ type: 'flag' }>;
export const flagNames = fieldsWith({ type: 'flag' });

/** Returns a record with a value for each flag. */
export const eachFlagName = <Value>(valueOf: (name: FlagName) => Value) =>
  Object.fromEntries(flagNames.map((name) => [name, valueOf(name)])) as Record<FlagName, Value>;

type FlagAction = Extract<BulkInput, { action: Fields[FlagName]['bulk'] }>;

const flagsByAction = Object.fromEntries(flagNames.map((name) => [fields[name].bulk, name])) as Record<
  FlagAction['action'],
  FlagName
>;

/** Returns the bulk action that sets or clears a flag. */
export const flagAction = (name: FlagName, value: boolean): FlagAction =>
  ({ action: fields[name].bulk, [name]: value }) as unknown as FlagAction;

/** Returns the flag that a bulk action sets, and its value. */
export function flagSetBy(input: FlagAction): { name: FlagName; value: boolean } {
  const name = flagsByAction[input.action];
  return { name, value: (input as unknown as Record<FlagName, boolean>)[name] };
}

/** Whether an export with these options includes a field. */
export const isExported = (
  name: FieldName,
  options: Readonly<Record<NonNullable<Field['option']>, boolean>>,
): boolean => {
  const { option }: Field = fields[name];
  return option === undefined || options[option];
};

type EntryNames = {
  [Name in FieldName]: Fields[Name] extends { entry: infer Other extends string } ? Other : Name;
};
export type EntryName = EntryNames[FieldName];

/** Returns the name of a field in an entry of a bookmark file. */
export const entryName = <Name extends FieldName>(name: Name): EntryNames[Name] => {
  const field: Field = fields[name];
  return (field.entry ?? name) as EntryNames[Name];
};

/** The fields of an entry of a bookmark file. */
export type EntryFields = {
  readonly [Name in FieldName as EntryNames[Name]]: EntryValues[Fields[Name]['type']];
};

const emptyValues = { text: null, tags: '', flag: false, count: 0, time: null };

/** The fields of a bookmark that has nothing yet. */
export const emptyFields = Object.fromEntries(
  fieldNames.map((name) => [name, emptyValues[fields[name].type]]),
) as Pick<Bookmark, FieldName>;

const noValues: EntryValues = { text: '', tags: [], flag: false, count: 0, time: null };

/** An entry that has nothing yet. */
export const noFields = Object.fromEntries(
  fieldNames.map((name) => [entryName(name), noValues[fields[name].type]]),
) as EntryFields;
