import { z } from 'zod';
import { Flag, Timestamp, Uuid } from '@/lib/contract/primitives';

export const ImportQuery = z.object({
  dryRun: Flag.default(false),
  space: Uuid.optional(),
  collection: Uuid.optional().meta({
    description:
      'UUID of the collection for all bookmarks. If omitted, collections are created from the folders.',
  }),
});

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

export const Import = z
  .object({
    uuid: Uuid,
    status: z.enum(['queued', 'running', 'done', 'failed', 'undone']),
    dryRun: z.boolean(),
    bytes: z.int(),
    bytesTotal: z.int().nullable(),
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
