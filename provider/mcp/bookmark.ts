import { z } from 'zod';
import { eachFlag } from '@/lib/contract/bookmarks';
import { Timestamp, Uuid } from '@/lib/contract/primitives';
import { presentBookmark, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { untrustedNotice, visibleText } from '@/provider/mcp/untrusted';

const textMax = 2_000;

const fields = {
  url: z.string(),
  page: z
    .object({ title: z.string(), description: z.string().optional(), snippet: z.string().optional() })
    .describe(untrustedNotice),
  notes: z.string().describe('The user’s own text, in Markdown.'),
  tags: z.array(z.string()),
  collections: z.array(z.object({ uuid: Uuid, name: z.string() })),
  space: Uuid,
  ...eachFlag(z.boolean()),
  later: z.boolean().describe('In the list “Read later”.'),
  readAt: Timestamp.nullable(),
  broken: z.boolean().describe('The page was unreachable on three days.'),
  visits: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Timestamp.nullable().describe('Set if it is in the trash.'),
};

type Field = keyof typeof fields;
/** All fields of a bookmark that a tool can return. */
export const fieldNames = Object.keys(fields) as [Field, ...Field[]];

/** A bookmark as a tool returns it; `uuid` is always present. */
export const ToolBookmark = z
  .object({ uuid: Uuid, ...fields })
  .partial()
  .required({ uuid: true });
export type ToolBookmark = z.input<typeof ToolBookmark>;

/** The argument that selects fields of bookmarks. */
export const fieldsArgument = (defaults: readonly Field[]) =>
  z
    .array(z.enum(fieldNames))
    .max(fieldNames.length)
    .default([...defaults])
    .describe('Fields of each bookmark to return. Fewer fields make a shorter result.');

/** Presents a readable bookmark with the requested fields; long texts are truncated. */
export function presentForTool(
  record: BookmarkRecord,
  names: readonly Field[],
  snippet?: string | null,
): ToolBookmark {
  const { uuid, url, title, description, notes, tags, collections, ...rest } = presentBookmark(record);
  const values: { [Name in Field]: ToolBookmark[Name] } = {
    ...rest,
    url: url ?? '',
    page: {
      title: visibleText(title ?? '', textMax),
      description: visibleText(description ?? '', textMax),
      ...(snippet && { snippet: visibleText(snippet, textMax) }),
    },
    notes: visibleText(notes ?? '', textMax),
    tags: tags === '' ? [] : tags.split(','),
    collections: collections.map(({ uuid: id, name }) => ({ uuid: id, name })),
    space: record.spaceId,
  };
  return {
    uuid,
    ...Object.fromEntries(
      fieldNames.filter((name) => names.includes(name)).map((name) => [name, values[name]]),
    ),
  };
}
