import { z } from 'zod';
import { Collection, CollectionRef } from '@/lib/contract/collections';
import { Cover } from '@/lib/contract/covers';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import {
  Flag,
  paged,
  Pagination,
  SortOrder,
  Tags,
  text,
  Timestamp,
  Uuid,
  WholeNumber,
} from '@/lib/contract/primitives';

const later = z.boolean().meta({ description: 'Whether the bookmark is in the list “Read later”.' });
// PostgreSQL has no year 0.
const readAt = Timestamp.refine((time) => !time.startsWith('0000'), 'too_small').meta({
  description: 'When the bookmark was marked as read.',
});

/** Returns an object with a schema for each flag that users set. */
export const eachFlag = <Schema extends z.ZodType>(schema: Schema) => ({
  favorite: schema,
  highlighted: schema,
  later: schema,
});

export const Bookmark = z
  .object({
    uuid: Uuid,
    title: z.string().nullable(),
    url: z.string().nullable(),
    domain: z
      .string()
      .nullable()
      .meta({ description: 'Host without `www`. Empty if the URL isn’t a web address.' }),
    path: z.string().nullable().meta({
      description:
        'Path, query and fragment for display, with percent-encoded letters decoded, up to 1,000 characters.',
    }),
    description: z.string().nullable(),
    notes: z
      .string()
      .nullable()
      .meta({ description: 'The user’s own text, in Markdown. `description` is the page’s.' }),
    tags: z.string().meta({ description: 'Comma-separated list of tags.' }),
    encrypted: z.boolean(),
    cipher: z.string().nullable().meta({ description: 'Envelope of an encrypted bookmark.' }),
    hint: z.string().nullable(),
    favorite: z.boolean(),
    highlighted: z.boolean(),
    broken: z.boolean().meta({
      description: 'Whether the page was unreachable on three consecutive checks on different days.',
    }),
    collections: z.array(CollectionRef),
    order: z.string().meta({ description: 'Sort key of the manual order, compared by code unit.' }),
    visits: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    lastAccessedAt: Timestamp.nullable(),
    deletedAt: Timestamp.nullable(),
    later,
    readAt: readAt.nullable(),
    cover: Cover.nullable(),
  })
  .meta({ id: 'Bookmark' });
export type Bookmark = z.infer<typeof Bookmark>;

/** Fields of an imported encrypted bookmark that the service can read. */
export const readableFields = {
  ...eachFlag(z.boolean().optional()),
  readAt: Timestamp.nullable().optional(),
  visits: z.int().min(0).max(999_999_999).optional(),
  lastAccessedAt: Timestamp.nullable().optional(),
};

const title = text(limits.titleLength);
const url = text(limits.urlLength, 1);
const description = text(limits.descriptionLength);
const notes = text(limits.notesLength);
export const Hint = text(limits.hintLength);

const headLength = 32;
const overheadBytes = 24 + 12 + 16;
const bucketBytes = 256;

/**
 * Whether a text has the form of an envelope, as far as can be checked without the key: version, algorithm, iterations
 * and the length of the padded text. A client that wrote anything else would lose the bookmark.
 */
function isEnvelope(text: string): boolean {
  const body = text.slice('mw1.'.length);
  const encryptedBytes = Math.floor((body.length * 3) / 4) - overheadBytes;
  if (body.length % 4 === 1 || encryptedBytes < bucketBytes || encryptedBytes % bucketBytes !== 0)
    return false;
  const head = atob(body.slice(0, headLength).replaceAll('-', '+').replaceAll('_', '/'));
  const [version, algorithm, ...iterations] = [...head.slice(0, 6)].map((byte) => byte.charCodeAt(0));
  const count = iterations.reduce((sum, byte) => sum * 256 + byte, 0);
  return (
    version === 1 &&
    algorithm === 1 &&
    count >= serviceLimits.keyIterationsMin &&
    count <= serviceLimits.keyIterationsMax
  );
}

/** An envelope as it is stored and sent. `NewCipher` validates incoming ones. */
export const Envelope = z
  .string()
  .min(1)
  .max(serviceLimits.cipherLength)
  .regex(/^mw1\.[A-Za-z0-9_-]+$/, 'invalid_cipher')
  .meta({ id: 'Envelope', description: 'Encrypted bookmark, in the format described in docs/security.md.' });

export const NewCipher = z
  .string()
  .min(1)
  .max(serviceLimits.cipherLength)
  .regex(/^mw1\.[A-Za-z0-9_-]+$/, { error: 'invalid_cipher', abort: true })
  .refine(isEnvelope, 'invalid_cipher')
  .meta({ description: 'Envelope whose version, algorithm, iterations and length are validated.' });
const collections = z.array(Uuid).max(limits.collectionsPerBookmark);

/** The text of a bookmark, which is in the envelope of an encrypted one. */
const texts = {
  title: title.optional(),
  url: url.optional(),
  description: description.optional(),
  notes: notes.optional(),
  tags: Tags.optional(),
};

interface MaybeEncrypted extends z.input<z.ZodObject<typeof texts>> {
  encrypted?: boolean | undefined;
  cipher?: string | undefined;
}

/** Rejects plaintext together with a cipher, and a cipher without `encrypted`. */
const plaintextAndCipherApart = (input: MaybeEncrypted): boolean =>
  input.encrypted === true
    ? input.cipher !== undefined &&
      (Object.keys(texts) as (keyof typeof texts)[]).every((name) => !input[name])
    : input.cipher === undefined;

const apart = { message: 'plaintext_beside_cipher', path: ['cipher'] };

export const CreateBookmarkInput = z
  .strictObject({
    uuid: Uuid.optional(),
    ...texts,
    favorite: z.boolean().optional(),
    highlighted: z.boolean().optional(),
    later: later.optional(),
    readAt: readAt.nullable().optional(),
    collections: collections.optional(),
    encrypted: z.boolean().optional(),
    cipher: NewCipher.optional(),
    hint: Hint.optional(),
    force: z.boolean().optional().meta({ description: 'Save even if the URL already exists in this space.' }),
  })
  .refine((input) => input.encrypted === true || input.url !== undefined, {
    message: 'required',
    path: ['url'],
  })
  .refine(plaintextAndCipherApart, apart);

export const UpdateBookmarkInput = z
  .strictObject({
    ...texts,
    favorite: z.boolean().optional(),
    highlighted: z.boolean().optional(),
    later: later.optional(),
    readAt: readAt.nullable().optional(),
    collections: collections
      .optional()
      .meta({ description: 'UUIDs of collections. An empty list means the default collection.' }),
    encrypted: z.boolean().optional(),
    cipher: NewCipher.optional(),
    hint: Hint.optional(),
    updatedAt: Timestamp.optional().meta({
      description: '`updatedAt` of the version being edited. Returns 409 `OUTDATED` if it has changed.',
    }),
  })
  .refine(
    (input) =>
      (input.encrypted === undefined && input.cipher === undefined) || plaintextAndCipherApart(input),
    apart,
  );

export const BookmarkSortField = z.enum(['created_at', 'title', 'last_accessed', 'order']);
export type BookmarkSortField = z.infer<typeof BookmarkSortField>;

const sortQuery = {
  sortField: BookmarkSortField.default('created_at'),
  sortOrder: SortOrder.default('DESC'),
};

export const ListBookmarksQuery = paged({
  ...sortQuery,
  collection: Uuid.optional(),
  uncollected: Flag.optional(),
  ...eachFlag(Flag.optional()),
  read: Flag.optional(),
  encrypted: Flag.optional(),
  tag: text(limits.tagLength).optional(),
  domain: text(255).optional(),
  broken: Flag.optional(),
  trash: Flag.optional(),
});

export const BookmarkPage = z
  .object({ content: z.array(Bookmark), pagination: Pagination })
  .meta({ id: 'BookmarkPage' });
export type BookmarkPage = z.infer<typeof BookmarkPage>;

export const ChangesQuery = z.object({
  since: text(200, 1).optional().meta({
    description:
      '`next` of an earlier response. Without it, no changes are returned, only the current cursor.',
  }),
  size: WholeNumber(1, limits.pageSizeMax).default(limits.pageSizeMax),
});

export const ChangeType = z.enum(['created', 'changed', 'moved', 'deleted']);
export type ChangeType = z.infer<typeof ChangeType>;

export const BookmarkChange = z
  .object({
    uuid: Uuid,
    type: ChangeType.meta({
      description:
        '`created`: saved or restored from the trash. `changed`: its content or marks. `moved`: its space, its collections or its place in the manual order. `deleted`: in the trash, or deleted permanently.',
    }),
    at: Timestamp,
    space: Uuid.nullable().meta({
      description: 'UUID of the bookmark’s space; null if it was deleted permanently.',
    }),
    bookmark: Bookmark.nullable().meta({
      description: 'The bookmark as it is now; null if it was deleted permanently.',
    }),
  })
  .meta({ id: 'BookmarkChange' });
export type BookmarkChange = z.infer<typeof BookmarkChange>;

export const BookmarkChanges = z
  .object({
    content: z
      .array(BookmarkChange)
      .meta({ description: 'The latest change of each bookmark, oldest first.' }),
    next: z.string().meta({ description: 'Cursor for `since`. It is valid for 90 days.' }),
    hasMore: z.boolean(),
  })
  .meta({ id: 'BookmarkChanges' });
export type BookmarkChanges = z.infer<typeof BookmarkChanges>;

export const CollectionDetailsQuery = paged(sortQuery);

export const CollectionDetails = z
  .object({
    collection: Collection,
    space: Uuid.meta({ description: 'UUID of the collection’s space.' }),
    bookmarks: z.array(Bookmark),
    pagination: Pagination,
  })
  .meta({ id: 'CollectionDetails' });
export type CollectionDetails = z.infer<typeof CollectionDetails>;

export const MetadataInput = z.strictObject({ url });

export const Metadata = z
  .object({
    url: z.string(),
    title: z.string(),
    description: z.string(),
    domain: z.string(),
    favicon: z.string().nullable(),
    image: z.string().nullable(),
    existing: Bookmark.nullable(),
  })
  .meta({
    id: 'Metadata',
    description: 'Metadata of a page. Fields are empty if the page couldn’t be read.',
  });
export type Metadata = z.infer<typeof Metadata>;

export const ReadMetadataInput = z.strictObject({
  uuids: z.array(Uuid).min(1, 'required').max(serviceLimits.pagesRead, 'too_many_bookmarks'),
});

export const PageTexts = z
  .object({
    uuid: Uuid,
    status: z.enum(['read', 'unavailable']).meta({
      description: '`unavailable`: the page can’t be read, or the bookmark is encrypted or not a web page.',
    }),
    title: z.string().meta({ description: 'Empty if the page has none.' }),
    description: z.string(),
  })
  .meta({ id: 'PageTexts', description: 'Current metadata of a bookmark’s page.' });
export type PageTexts = z.infer<typeof PageTexts>;

export const ApplyMetadataInput = z.strictObject({
  bookmarks: z
    .array(
      z.strictObject({
        uuid: Uuid,
        title: text(limits.titleLength, 1).optional(),
        description: text(limits.descriptionLength).optional(),
      }),
    )
    .min(1, 'required')
    .max(serviceLimits.pageTextsWritten, 'too_many_bookmarks'),
});

export const ContentStatus = z.enum([
  'ready',
  'refused',
  'missing',
  'failing',
  'unreachable',
  'unsupported',
  'empty',
]);

export const Content = z
  .object({
    status: ContentStatus.meta({
      description:
        '`ready`: text is available. `refused`: the site doesn’t allow automated reading. `missing`: the page doesn’t exist. `failing`: the site returned an error. `unreachable`: no response. `unsupported`: not a web page (a file, a video, another protocol). `empty`: no article found.',
    }),
    title: z.string(),
    byline: z.string(),
    excerpt: z.string(),
    html: z
      .string()
      .meta({ description: 'Sanitized HTML without scripts, styles, forms or event handlers.' }),
    text: z.string(),
    wordCount: z.int(),
    fetchedAt: Timestamp,
  })
  .meta({ id: 'Content', description: 'Readable text of a page.' });
export type Content = z.infer<typeof Content>;
