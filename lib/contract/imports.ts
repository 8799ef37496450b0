import { z } from 'zod';
import { Flag, Timestamp, Uuid } from '@/lib/contract/primitives';

export const ImportQuery = z.object({
  dryRun: Flag.default(false),
  space: Uuid.optional(),
  collection: Uuid.optional().meta({
    description: 'Everything goes into this collection, instead of into collections made from the folders.',
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
    duplicates: z.int(),
    invalid: z.int(),
    collections: z.int().meta({ description: 'Collections that the import creates.' }),
    rows: z
      .array(
        z.object({ line: z.int(), reasons: z.array(ImportRowReason), title: z.string(), url: z.string() }),
      )
      .meta({
        description:
          'Entries that were not taken as they stood, each once with its reasons; the first 1,000.',
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
      .meta({ description: 'Bookmarks of the library that get something from the file, and what.' }),
    newCollections: z.array(
      z.object({
        name: z.string(),
        count: z.int(),
        isPublic: z
          .boolean()
          .meta({ description: 'The file was exported here, and says that it is shared.' }),
        lostRules: z.boolean().meta({
          description:
            'It is a smart collection in the file, but its rules are not kept: they are invalid, or the plan does not include them.',
        }),
      }),
    ),
    defaultChanges: z.array(z.enum(['color', 'description', 'sharing'])).meta({
      description:
        'What the default collection takes from that of a JSON export: only where it still has its original value, and sharing only where it holds nothing else.',
    }),
    failure: z
      .enum(['DISK_FULL', 'QUOTA_EXCEEDED'])
      .nullable()
      .meta({ description: 'Why it failed, where that is known.' }),
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof Import>;

export const ExportFormat = z.enum(['html', 'json', 'csv', 'page']).meta({
  description:
    'page: the encrypted bookmarks in an HTML page that opens them with their key, also without a network.',
});

export const ExportQuery = z.object({
  format: ExportFormat.default('html'),
  encrypted: Flag.default(false),
  metadata: Flag.default(true),
  tags: Flag.default(true),
  collections: Flag.default(true),
  space: Uuid.optional().meta({ description: 'By default the space of the request.' }),
});
