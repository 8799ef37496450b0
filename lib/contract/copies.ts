import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { ContentStatus } from '@/lib/contract/bookmarks';
import { Timestamp, Uuid } from '@/lib/contract/primitives';
import { serviceLimits } from '@/lib/contract/service-limits';

export const CopyKind = z.enum(['reader', 'full', 'browser']).meta({
  description:
    '`reader`: text and pictures, made by the service. `full`: an uploaded HTML file, the page as a browser showed it. `browser`: text and pictures of the HTML that a browser sent for reading.',
});
export type CopyKind = z.infer<typeof CopyKind>;

const summary = {
  uuid: Uuid,
  kind: CopyKind,
  title: z.string(),
  url: z.string().meta({ description: 'URL of the page when it was copied.' }),
  createdAt: Timestamp,
  seenAt: Timestamp.meta({
    description:
      'When the page last had this content. Later than `createdAt` if it was copied again unchanged.',
  }),
  bytes: z.int().meta({ description: 'Size with its pictures.' }),
  pictures: z.int().meta({ description: 'Number of pictures.' }),
  wordCount: z.int(),
  changed: z
    .object({ added: z.int(), removed: z.int() })
    .nullable()
    .meta({ description: 'Number of words that differ from the previous version. Null for the first one.' }),
};

export const Copy = z
  .object(summary)
  .meta({ id: 'Copy', description: 'Saved copy of a page: one version of it.' });
export type Copy = z.infer<typeof Copy>;

export const Copies = z
  .object({ content: z.array(Copy).meta({ description: 'Versions, the current one first.' }) })
  .meta({ id: 'Copies' });
export type Copies = z.infer<typeof Copies>;

export const CopyContent = z
  .object({
    ...summary,
    hash: z.string().meta({
      description: 'SHA-256 of the content, in hexadecimal. Equal for equal texts and pictures.',
    }),
    byline: z.string(),
    language: z.string().nullable().meta({
      description: 'BCP 47 tag that the page declares; null without a valid one.',
    }),
    html: z.string().nullable().meta({
      description:
        'Sanitized HTML of a copy of text and pictures, without scripts, styles, forms or event handlers. Pictures are at paths of this API. Null for a full copy, which is a file.',
    }),
  })
  .meta({ id: 'CopyContent' });
export type CopyContent = z.infer<typeof CopyContent>;

export const MadeCopy = z
  .object({
    status: ContentStatus,
    copy: Copy.nullable().meta({ description: 'Null unless the status is `ready`.' }),
    isNew: z.boolean().meta({ description: 'False if the page has not changed since the newest version.' }),
  })
  .meta({ id: 'MadeCopy' });
export type MadeCopy = z.infer<typeof MadeCopy>;

export const UploadedCopy = z
  .object({
    bookmark: Uuid.meta({ description: 'UUID of the bookmark, which is created if none has the URL.' }),
    copy: Copy,
  })
  .meta({ id: 'UploadedCopy' });

export const PageUsage = z
  .object({
    bookmark: Uuid,
    title: z.string(),
    domain: z.string(),
    bytes: z.int(),
    versions: z.int(),
    newestAt: Timestamp,
  })
  .meta({ id: 'PageUsage', description: 'Space that the copies of one page use.' });

export const CopyUsage = z
  .object({
    bytes: z.int().meta({ description: 'Bytes of all copies of the account.' }),
    otherBytes: z.int().meta({ description: 'Bytes of its other files, such as pictures of bookmarks.' }),
    quotaBytes: z.int().nullable().meta({
      description: 'Storage of the account in total; null if it is not limited.',
    }),
    versions: z.int(),
    pages: z.int().meta({ description: 'Number of bookmarks with a copy.' }),
    collections: z
      .array(z.object({ uuid: Uuid, name: z.string(), bytes: z.int(), pages: z.int() }))
      .meta({ description: 'Collections of all spaces with copies, the largest first; at most 50.' }),
    largest: z.array(PageUsage).meta({ description: 'The 50 largest pages, the largest first.' }),
  })
  .meta({ id: 'CopyUsage' });
export type CopyUsage = z.infer<typeof CopyUsage>;

const byUuid = z.object({ uuid: Uuid });
const byCopy = z.object({ uuid: Uuid, copy: Uuid });

/** SingleFile's "upload to a form": the HTML file and the URL of its page. */
const form = {
  bytes: true,
  contentTypes: ['multipart/form-data'],
  maxBytes: serviceLimits.copyBytes,
} as const;

export const copies = {
  'bookmarks.copies': {
    summary: 'List the saved copies of a bookmark’s page.',
    params: byUuid,
    responses: { 200: Copies },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.makeCopy': {
    summary:
      'Copy the text and the pictures of a bookmark’s page now. An unchanged page gets no new version.',
    params: byUuid,
    responses: { 200: MadeCopy },
    problems: ['NOT_FOUND', 'QUOTA_EXCEEDED', 'SERVICE_UNAVAILABLE'],
  },
  'bookmarks.uploadCopy': {
    summary:
      'Save a page as a browser shows it: a form with the HTML in `file` and, optionally, the page’s URL in `url`, as sent by SingleFile.',
    params: byUuid,
    body: form,
    responses: { 200: Copy, 201: Copy },
    problems: [
      'NOT_FOUND',
      'UNSUPPORTED_MEDIA_TYPE',
      'BODY_TOO_LARGE',
      'MALFORMED_REQUEST',
      'QUOTA_EXCEEDED',
      'SERVICE_UNAVAILABLE',
    ],
  },
  'bookmarks.copy': {
    summary: 'Get a saved copy, with the HTML of a reader copy.',
    params: byCopy,
    responses: { 200: CopyContent },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.copyPicture': {
    summary: 'Get a picture of a reader copy.',
    params: z.object({ ...byCopy.shape, picture: z.string().regex(/^[0-9a-f]{32}$/) }),
    responses: { 200: { bytes: true, contentTypes: ['image/webp'] } },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.copyFile': {
    summary:
      'Get a saved copy as a file. Its policy forbids scripts, requests and forms. If the installation has a host for copies, the response redirects to an address there that is valid for five minutes.',
    params: byCopy,
    responses: { 200: { bytes: true, contentTypes: ['text/html'] }, 302: null },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.deleteCopy': {
    summary: 'Delete a saved copy.',
    params: byCopy,
    responses: { 204: null },
    problems: ['NOT_FOUND'],
  },
  'copies.upload': {
    summary:
      'Save a page as a browser shows it, by its URL: a form with the HTML in `file` and the URL in `url`, as sent by SingleFile. Creates the bookmark if the space has none for it.',
    body: form,
    responses: { 200: UploadedCopy, 201: UploadedCopy },
    problems: [
      'SPACE_NOT_FOUND',
      'UNSUPPORTED_MEDIA_TYPE',
      'BODY_TOO_LARGE',
      'MALFORMED_REQUEST',
      'QUOTA_EXCEEDED',
      'SERVICE_UNAVAILABLE',
    ],
  },
  'copies.usage': {
    summary: 'Get the space that saved copies use: of the account, by collection, and of the largest pages.',
    responses: { 200: CopyUsage },
  },
  'copies.clear': {
    summary: 'Delete all saved copies of bookmarks. Unknown uuids are ignored.',
    body: z.strictObject({ uuids: z.array(Uuid).min(1, 'required').max(200, 'too_many_bookmarks') }),
    responses: { 200: z.object({ deleted: z.int(), bytes: z.int() }) },
  },
} satisfies Record<string, Definition>;
