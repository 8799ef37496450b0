import { z } from 'zod';
import { importDropped, importFields, importKept } from '@/lib/contract/import-kinds';
import { Flag, Timestamp, Uuid } from '@/lib/contract/primitives';

/** A field of a bookmark that a column of a table can be imported as. */
export const ImportField = z.enum(importFields);
export type ImportField = z.infer<typeof ImportField>;

const fieldName = importFields.join('|');

export const ImportQuery = z.object({
  dryRun: Flag.default(false),
  space: Uuid.optional(),
  collection: Uuid.optional().meta({
    description:
      'UUID of the collection for all bookmarks. If omitted, collections are created from the folders.',
  }),
  folders: z.enum(['tree', 'flat', 'tags']).default('tree').meta({
    description:
      'What the folders of the file become: collections that keep their path, collections by the name of the last folder alone, or tags.',
  }),
  archived: z.enum(['read', 'tag', 'ignore']).default('read').meta({
    description: 'What bookmarks archived in another product become: read, or tagged “archived”.',
  }),
  spaces: z.enum(['merge', 'keep']).default('merge').meta({
    description:
      'What the spaces of a Markwell export in JSON or CSV become: `merge` imports everything into one space, and `keep` imports each into the space of its name, which is created if it doesn’t exist. `keep` can’t be combined with `collection`.',
  }),
  columns: z
    .string()
    .max(2_000)
    .regex(new RegExp(`^(?:${fieldName})?(?:,(?:${fieldName})?)*$`))
    .optional()
    .meta({
      description:
        'Fields of the columns of a CSV file, comma-separated in the order of the columns, empty for columns to ignore. If omitted, they are recognized by their names.',
    }),
});

/** The products that a library can be read from with a token. */
export const importProducts = ['raindrop', 'pinboard'] as const;

export const ReadProductInput = z.strictObject({
  product: z.enum(importProducts),
  token: z
    .string()
    .max(500)
    .regex(/^[\x21-\x7e]+$/)
    .meta({ description: 'Token of the product’s API. It is stored, encrypted, until the library is read.' }),
});

/** Why a library is not being read: waits for these two, and failures for the others. */
export const productRefusals = [
  'PRODUCT_BUSY',
  'UPSTREAM_UNAVAILABLE',
  'PRODUCT_TOKEN_INVALID',
  'BODY_TOO_LARGE',
  'DISK_FULL',
] as const;

export const ProductRead = z
  .object({
    product: z.enum(importProducts),
    status: z.enum(['reading', 'read', 'failed']),
    count: z
      .int()
      .nullable()
      .meta({ description: 'Number of bookmarks read so far. Null for a product that sends all at once.' }),
    refusal: z.enum(productRefusals).nullable().meta({
      description: 'Reason for the failure, or for which the product is asked again later.',
    }),
    startedAt: Timestamp,
  })
  .meta({ id: 'ProductRead' });
export type ProductRead = z.infer<typeof ProductRead>;

export const ImportRowReason = z.enum([
  'duplicate_in_file',
  'duplicate_in_library',
  'inert_link',
  'invalid_url',
  'missing_url',
  'invalid_date',
  'future_date',
  'too_long',
  'encrypted',
  'in_trash',
  'invalid_visits',
  'unclosed_comment',
  'escaped_twice',
]);
export type ImportRowReason = z.infer<typeof ImportRowReason>;

/** What the entries of a file have that is imported. */
export const ImportKept = z.enum(importKept);
export type ImportKept = z.infer<typeof ImportKept>;

/** What a file has that is not imported. */
export const ImportDropped = z.enum(importDropped);
export type ImportDropped = z.infer<typeof ImportDropped>;

const ImportTable = z.object({
  columns: z.array(z.object({ name: z.string(), field: ImportField.nullable() })),
  rows: z
    .array(z.array(z.string()))
    .meta({ description: 'The first rows, with the beginning of each cell.' }),
});
export type ImportTable = z.infer<typeof ImportTable>;

export const Import = z
  .object({
    uuid: Uuid,
    status: z.enum(['queued', 'running', 'done', 'failed', 'undone']),
    dryRun: z.boolean(),
    bytes: z.int(),
    bytesTotal: z.int().nullable(),
    format: z.object({ id: z.string(), name: z.string() }).nullable().meta({
      description: 'Format of the file, with the name of the product. Null until it is recognized.',
    }),
    folderLevels: z.int().meta({ description: 'Number of folders within each other, at most.' }),
    kept: z
      .array(z.object({ kind: ImportKept, count: z.int() }))
      .meta({ description: 'Number of folders in the file, and of entries with each kind of data.' }),
    dropped: z
      .array(z.object({ kind: ImportDropped, count: z.int() }))
      .meta({ description: 'Number of items of each kind that are not imported.' }),
    fileSpaces: z
      .array(z.string())
      .meta({ description: 'Names of the spaces in the file, if it is a Markwell export that has them.' }),
    spaces: z
      .array(
        z.object({
          name: z.string(),
          isNew: z.boolean().meta({ description: 'Whether the import creates the space.' }),
          created: z.int(),
          duplicates: z.int(),
          repeated: z.int(),
        }),
      )
      .meta({ description: 'The spaces that bookmarks are imported into, if the import keeps them apart.' }),
    table: ImportTable.nullable().meta({
      description: 'Columns of a CSV file that no known product wrote, with the fields they are imported as.',
    }),
    read: z.int(),
    created: z.int(),
    duplicates: z.int().meta({
      description: 'Number of entries that are already saved in the space or occur earlier in the file.',
    }),
    repeated: z.int().meta({ description: 'Number of `duplicates` that occur earlier in the file.' }),
    invalid: z.int(),
    collections: z.int().meta({ description: 'Number of collections created.' }),
    rows: z
      .array(
        z.object({ line: z.int(), reasons: z.array(ImportRowReason), title: z.string(), url: z.string() }),
      )
      .meta({
        description: 'Entries that were skipped or changed, with the reasons. Up to 1,000.',
      }),
    merged: z
      .object({
        bookmarks: z.int(),
        tags: z.int(),
        descriptions: z.int(),
        favorites: z.int(),
        dates: z.int(),
        visits: z.int(),
      })
      .meta({ description: 'Number of existing bookmarks updated from the file, in total and by field.' }),
    newCollections: z.array(
      z.object({
        name: z.string(),
        space: z
          .string()
          .nullable()
          .meta({ description: 'Name of the space in the file. Null unless the import keeps spaces apart.' }),
        count: z.int(),
        isPublic: z
          .boolean()
          .meta({ description: 'Whether the collection was public in a Markwell export.' }),
        lostRules: z.boolean().meta({
          description:
            'Whether the rules of a smart collection are not imported because they are invalid or require Pro.',
        }),
      }),
    ),
    defaultChanges: z.array(z.enum(['color', 'description', 'sharing'])).meta({
      description:
        'Properties that the default collection takes from a JSON export. Changed properties are kept, and sharing is applied only if the collection is otherwise empty.',
    }),
    failure: z
      .enum(['DISK_FULL', 'QUOTA_EXCEEDED'])
      .nullable()
      .meta({ description: 'Reason for the failure, if known.' }),
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof Import>;

export const ExportFormat = z.enum(['html', 'json', 'csv', 'markdown', 'page']).meta({
  description:
    '`markdown`: a ZIP file with one note per bookmark and its fields as front matter. `page`: encrypted bookmarks in an HTML page that unlocks them with their key, even offline.',
});

export const ExportQuery = z.object({
  format: ExportFormat.default('html'),
  encrypted: Flag.default(false),
  metadata: Flag.default(true),
  tags: Flag.default(true),
  collections: Flag.default(true),
  space: z
    .union([z.literal('all'), Uuid])
    .optional()
    .meta({
      description:
        'UUID of the space to export, or `all` for every space in one file: as folders in HTML and Markdown, named on each line in JSON and CSV. Defaults to the current space.',
    }),
});
