import { z } from 'zod';
import { Collection, CollectionRef } from '@/lib/contract/collections';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Flag, paged, Pagination, SortOrder, Tags, text, Timestamp, Uuid } from '@/lib/contract/primitives';

export const Bookmark = z
  .object({
    uuid: Uuid,
    title: z.string().nullable(),
    url: z.string().nullable(),
    domain: z
      .string()
      .nullable()
      .meta({ description: 'Host without www; empty for a link that is not of the web.' }),
    path: z.string().nullable().meta({
      description:
        'What follows the host, for display: percent-encoded letters are decoded, and at most the first 1,000 characters are returned.',
    }),
    description: z.string().nullable(),
    tags: z.string().meta({ description: 'Comma-separated.' }),
    encrypted: z.boolean(),
    cipher: z.string().nullable().meta({ description: 'The envelope of an encrypted bookmark.' }),
    hint: z.string().nullable(),
    favorite: z.boolean(),
    highlighted: z.boolean(),
    broken: z
      .boolean()
      .meta({ description: 'The page could not be reached on three different days in a row.' }),
    collections: z.array(CollectionRef),
    order: z.string().meta({ description: 'Key of the manual order; compare by code unit.' }),
    visits: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    lastAccessedAt: Timestamp.nullable(),
    deletedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Bookmark' });
export type Bookmark = z.infer<typeof Bookmark>;

const title = text(limits.titleLength);
const url = text(limits.urlLength, 1);
const description = text(limits.descriptionLength);
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
  .meta({ id: 'Envelope', description: 'An encrypted bookmark; its form is in docs/security.md.' });

export const NewCipher = z
  .string()
  .min(1)
  .max(serviceLimits.cipherLength)
  .regex(/^mw1\.[A-Za-z0-9_-]+$/, { error: 'invalid_cipher', abort: true })
  .refine(isEnvelope, 'invalid_cipher')
  .meta({ description: 'An envelope. Version, algorithm, iterations and length are checked.' });
const collections = z.array(Uuid).max(limits.collectionsPerBookmark);

interface MaybeEncrypted {
  encrypted?: boolean | undefined;
  cipher?: string | undefined;
  title?: string | undefined;
  url?: string | undefined;
  description?: string | undefined;
  tags?: string | undefined;
}

/** Rejects plaintext together with a cipher, and a cipher without `encrypted`. */
const plaintextAndCipherApart = (input: MaybeEncrypted): boolean =>
  input.encrypted === true
    ? input.cipher !== undefined && !input.title && !input.url && !input.description && !input.tags
    : input.cipher === undefined;

const apart = { message: 'plaintext_beside_cipher', path: ['cipher'] };

export const CreateBookmarkInput = z
  .strictObject({
    uuid: Uuid.optional(),
    title: title.optional(),
    url: url.optional(),
    description: description.optional(),
    tags: Tags.optional(),
    favorite: z.boolean().optional(),
    collections: collections.optional(),
    encrypted: z.boolean().optional(),
    cipher: NewCipher.optional(),
    hint: Hint.optional(),
    force: z.boolean().optional().meta({ description: 'Keep it although the url is in the space already.' }),
  })
  .refine((input) => input.encrypted === true || input.url !== undefined, {
    message: 'required',
    path: ['url'],
  })
  .refine(plaintextAndCipherApart, apart);

export const UpdateBookmarkInput = z
  .strictObject({
    title: title.optional(),
    url: url.optional(),
    description: description.optional(),
    tags: Tags.optional(),
    favorite: z.boolean().optional(),
    highlighted: z.boolean().optional(),
    collections: collections.optional().meta({ description: 'None of them: the default collection.' }),
    encrypted: z.boolean().optional(),
    cipher: NewCipher.optional(),
    hint: Hint.optional(),
    updatedAt: Timestamp.optional().meta({
      description: 'The bookmark as the caller knows it: if it has changed since, 409 OUTDATED.',
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
  favorite: Flag.optional(),
  highlighted: Flag.optional(),
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

export const CollectionDetailsQuery = paged(sortQuery);

export const CollectionDetails = z
  .object({
    collection: Collection,
    space: Uuid.meta({ description: 'The space of the collection.' }),
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
    description: 'What a page says of itself; empty text where it could not be read.',
  });
export type Metadata = z.infer<typeof Metadata>;

export const ReadMetadataInput = z.strictObject({
  uuids: z.array(Uuid).min(1, 'required').max(serviceLimits.pagesRead, 'too_many_bookmarks'),
});

export const PageTexts = z
  .object({
    uuid: Uuid,
    status: z.enum(['read', 'unavailable']).meta({
      description:
        'unavailable: the page could not be read now, or the bookmark is encrypted or not a web page.',
    }),
    title: z.string().meta({ description: 'Empty where the page has none.' }),
    description: z.string(),
  })
  .meta({ id: 'PageTexts', description: 'What the page of a bookmark says of itself now.' });
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
        'ready: there is text. refused: the site wants no reading by programs. missing: the site has no such page (any more). failing: the site answered with an error. unreachable: it did not answer. unsupported: no web page (a file, a video, another protocol). empty: a page without an article.',
    }),
    title: z.string(),
    byline: z.string(),
    excerpt: z.string(),
    html: z.string().meta({ description: 'Cleaned: no scripts, styles, forms or event handlers.' }),
    text: z.string(),
    wordCount: z.int(),
    fetchedAt: Timestamp,
  })
  .meta({ id: 'Content', description: 'The text of a page for reading.' });
export type Content = z.infer<typeof Content>;
