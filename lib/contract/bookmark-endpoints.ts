import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Flag, OrderInput, Uuid } from '@/lib/contract/primitives';
import {
  ApplyMetadataInput,
  Bookmark,
  BookmarkChanges,
  BookmarkPage,
  ChangesQuery,
  CreateBookmarkInput,
  ListBookmarksQuery,
  Metadata,
  MetadataInput,
  PageTexts,
  ReadMetadataInput,
  UpdateBookmarkInput,
} from '@/lib/contract/bookmarks';
import {
  BulkInput,
  BulkResult,
  DuplicatePage,
  DuplicatesQuery,
  ExportChosenInput,
  MergeDuplicatesInput,
  MergeInput,
  MergeResult,
  UndoQuery,
  UndoResult,
} from '@/lib/contract/bulk';
import { Content } from '@/lib/contract/bookmarks';
import { ChooseCoverInput, coverFile, CoverQuery, Pictures } from '@/lib/contract/covers';
import {
  ApplyKeyChangeInput,
  CreateEncryptedInput,
  EncryptedPage,
  EncryptedQuery,
  EncryptionKeys,
  KeyChange,
  KeyChangePart,
  ReadableCopies,
  ReadableCopiesInput,
  ReencryptInput,
  StoredBookmark,
} from '@/lib/contract/encryption';
import { ExportQuery, Import, ImportQuery, ProductRead, ReadProductInput } from '@/lib/contract/imports';

const byUuid = z.object({ uuid: Uuid });

export const bookmarks = {
  'bookmarks.list': {
    summary: 'List the bookmarks of a space, page by page.',
    query: ListBookmarksQuery,
    responses: { 200: BookmarkPage },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND'],
  },
  'bookmarks.changes': {
    summary:
      'List what has changed in the bookmarks of all spaces since a cursor, oldest first. Without a cursor, get the current one.',
    query: ChangesQuery,
    responses: { 200: BookmarkChanges },
    problems: ['CHANGES_EXPIRED'],
  },
  'bookmarks.create': {
    summary: 'Save a bookmark. Repeating a request with the same uuid returns 200 and changes nothing.',
    body: CreateBookmarkInput,
    responses: { 200: Bookmark, 201: Bookmark },
    problems: [
      'SPACE_NOT_FOUND',
      'NOT_FOUND',
      'ALREADY_EXISTS',
      'CONFLICT',
      'SMART_COLLECTION',
      'QUOTA_EXCEEDED',
    ],
  },
  'bookmarks.metadata': {
    summary: 'Get a page’s title, description and icon, and whether it is already saved.',
    body: MetadataInput,
    responses: { 200: Metadata },
    problems: ['SPACE_NOT_FOUND'],
  },
  'bookmarks.readMetadata': {
    summary: 'Read the titles and descriptions of saved pages again. Changes nothing.',
    body: ReadMetadataInput,
    responses: { 200: z.object({ content: z.array(PageTexts) }) },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.applyMetadata': {
    summary: 'Set titles and descriptions of many bookmarks, all or none.',
    body: ApplyMetadataInput,
    bodyBytes: serviceLimits.pageTextsBytes,
    responses: { 200: BulkResult },
    problems: ['NOT_FOUND', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.export': {
    summary: 'Export the bookmarks of the space as a file.',
    query: ExportQuery,
    responses: { 200: { bytes: true, contentTypes: ['text/html', 'application/json', 'text/csv'] } },
    problems: ['SPACE_NOT_FOUND'],
  },
  'bookmarks.exportChosen': {
    summary:
      'Export selected bookmarks as a file: listed ones from any space, or the results of a query in the space.',
    body: ExportChosenInput,
    responses: { 200: { bytes: true, contentTypes: ['text/html', 'application/json', 'text/csv'] } },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND'],
  },
  'bookmarks.readProduct': {
    summary: 'Start to read a library in another product with a token. What was read before is discarded.',
    sessionOnly: true,
    body: ReadProductInput,
    responses: { 202: ProductRead },
    problems: ['IMPORT_RUNNING'],
  },
  'bookmarks.getProductRead': {
    summary: 'Get the library that is being read in another product, or was in the last day.',
    sessionOnly: true,
    responses: { 200: z.object({ read: ProductRead.nullable() }) },
  },
  'bookmarks.getProductFile': {
    summary: 'Get a library that was read in another product, as a file for the import.',
    sessionOnly: true,
    responses: { 200: { bytes: true, contentTypes: ['application/octet-stream'] } },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.discardProductRead': {
    summary: 'Stop reading a library in another product, and discard what was read.',
    sessionOnly: true,
    responses: { 204: null },
  },
  'bookmarks.import': {
    summary: 'Import a file of bookmarks, whose format is recognized. With dryRun, only preview the result.',
    query: ImportQuery,
    body: {
      bytes: true,
      contentTypes: [
        'application/octet-stream',
        'text/html',
        'application/json',
        'text/csv',
        'text/plain',
        'application/xml',
        'application/zip',
      ],
      maxBytes: serviceLimits.importBytes,
    },
    responses: { 202: z.object({ uuid: Uuid }) },
    problems: [
      'SPACE_NOT_FOUND',
      'NOT_FOUND',
      'PLAN_REQUIRED',
      'IMPORT_INVALID_TYPE',
      'IMPORT_INVALID_FILE',
      'IMPORT_PARSE_ERROR',
      'SMART_COLLECTION',
    ],
  },
  'bookmarks.getImport': {
    summary: 'Get the progress of an import.',
    params: byUuid,
    responses: { 200: Import },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.undoImport': {
    summary: 'Undo an import.',
    params: byUuid,
    responses: { 204: null },
    problems: ['NOT_FOUND', 'IMPORT_RUNNING'],
  },
  'bookmarks.update': {
    summary: 'Change a bookmark. Omitted fields stay the same.',
    idempotent: true,
    params: byUuid,
    body: UpdateBookmarkInput,
    responses: { 200: Bookmark },
    problems: ['NOT_FOUND', 'SMART_COLLECTION', 'OUTDATED', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.keys': {
    summary: 'List identifiers of the keys used to encrypt bookmarks, never the keys themselves.',
    responses: { 200: EncryptionKeys },
  },
  'bookmarks.encrypted': {
    summary: 'List encrypted bookmarks in large pages, newest first, for a device that decrypts them.',
    query: EncryptedQuery,
    responses: { 200: EncryptedPage },
    problems: ['SPACE_NOT_FOUND'],
  },
  'bookmarks.createEncrypted': {
    summary: 'Save many encrypted bookmarks, all or none. Existing ones with the same uuid stay as they are.',
    body: CreateEncryptedInput,
    bodyBytes: serviceLimits.envelopesBytes,
    responses: { 201: z.object({ created: z.int() }) },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND', 'CONFLICT', 'SMART_COLLECTION', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.reencrypt': {
    summary:
      'Encrypt many bookmarks, or re-encrypt them with another key, all or none. Readable copies are erased.',
    body: ReencryptInput,
    bodyBytes: serviceLimits.envelopesBytes,
    responses: { 200: z.object({ affected: z.int() }) },
    problems: ['NOT_FOUND', 'OUTDATED', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.readableCopies': {
    summary: 'List readable bookmarks in all spaces that lead to the same pages as these. Changes nothing.',
    body: ReadableCopiesInput,
    bodyBytes: serviceLimits.envelopesBytes,
    responses: { 200: ReadableCopies },
  },
  'bookmarks.beginKeyChange': {
    summary:
      'Start a key change that is too large for one request. It replaces any earlier one and expires after a day.',
    responses: { 201: KeyChange },
  },
  'bookmarks.addToKeyChange': {
    summary:
      'Upload new envelopes for a key change. Nothing changes yet. Sending a bookmark again replaces its envelope.',
    params: byUuid,
    body: KeyChangePart,
    bodyBytes: serviceLimits.envelopesBytes,
    responses: { 200: z.object({ added: z.int() }) },
    problems: ['NOT_FOUND', 'OUTDATED', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.applyKeyChange': {
    summary:
      'Apply the uploaded envelopes to all bookmarks, all or none. Repeating the request changes nothing.',
    params: byUuid,
    body: ApplyKeyChangeInput,
    responses: { 200: z.object({ affected: z.int() }) },
    problems: ['NOT_FOUND', 'OUTDATED', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.details': {
    summary: 'Get a bookmark of any space, also from the trash.',
    params: byUuid,
    responses: { 200: Bookmark },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.stored': {
    summary: 'Get the database rows of a bookmark.',
    params: byUuid,
    responses: { 200: StoredBookmark },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.delete': {
    summary: 'Move a bookmark to the trash, or delete it permanently.',
    idempotent: true,
    params: byUuid,
    query: z.object({ permanent: Flag.default(false) }),
    responses: { 204: null },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.restore': {
    summary: 'Restore a bookmark from the trash.',
    idempotent: true,
    params: byUuid,
    responses: { 200: Bookmark },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.favorite': {
    summary: 'Add a bookmark to favorites, or remove it.',
    idempotent: true,
    params: byUuid,
    body: z.strictObject({ favorite: z.boolean() }),
    responses: { 200: Bookmark },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.order': {
    summary: 'Place a bookmark after or before another in the manual order.',
    params: byUuid,
    body: OrderInput,
    responses: { 200: Bookmark },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.visit': {
    summary: 'Record that the link was opened.',
    params: byUuid,
    responses: { 204: null },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.content': {
    summary: 'Get the page text for reading. It is fetched on the first request.',
    params: byUuid,
    responses: { 200: Content },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.sendContent': {
    summary:
      'Set the page text for reading from the page’s HTML as a browser shows it. It replaces the fetched text, and nothing is fetched for it. Where copies of pages are kept, a copy is stored as well, with the pictures that the HTML contains as `data:` addresses. Nothing is stored if the page has no article.',
    params: byUuid,
    body: { bytes: true, contentTypes: ['text/html'], maxBytes: serviceLimits.sentPageBytes },
    responses: { 200: Content },
    problems: [
      'NOT_FOUND',
      'UNSUPPORTED_MEDIA_TYPE',
      'BODY_TOO_LARGE',
      'MALFORMED_REQUEST',
      'SERVICE_UNAVAILABLE',
    ],
  },
  'bookmarks.cover': {
    summary: 'Get the picture of a bookmark.',
    params: byUuid,
    query: CoverQuery,
    responses: { 200: { bytes: true, contentTypes: ['image/webp'] } },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.uploadCover': {
    summary: 'Set the picture of a bookmark from a PNG, JPEG, GIF or WebP file.',
    params: byUuid,
    body: coverFile,
    responses: { 200: Bookmark },
    problems: [
      'NOT_FOUND',
      'UNSUPPORTED_MEDIA_TYPE',
      'BODY_TOO_LARGE',
      'MALFORMED_REQUEST',
      'INVALID_IMAGE',
      'QUOTA_EXCEEDED',
    ],
  },
  'bookmarks.chooseCover': {
    summary: 'Set the picture of a bookmark from a URL.',
    params: byUuid,
    body: ChooseCoverInput,
    responses: { 200: Bookmark },
    problems: ['NOT_FOUND', 'INVALID_IMAGE', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.removeCover': {
    summary: 'Remove the picture of a bookmark. The page’s own one does not come back.',
    params: byUuid,
    responses: { 200: Bookmark },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.pictures': {
    summary: 'List the pictures of a bookmark’s page. They are fetched for it.',
    params: byUuid,
    responses: { 200: Pictures },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.bulk': {
    summary: 'Change many bookmarks at once, all or none.',
    idempotent: true,
    body: BulkInput,
    responses: { 200: BulkResult },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND', 'SMART_COLLECTION', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.undo': {
    summary: 'Undo a change to many bookmarks or to a collection.',
    params: byUuid,
    query: UndoQuery,
    responses: { 200: UndoResult },
    problems: ['NOT_FOUND', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.duplicates': {
    summary: 'List bookmarks that lead to the same page, in groups.',
    query: DuplicatesQuery,
    responses: { 200: DuplicatePage },
    problems: ['SPACE_NOT_FOUND'],
  },
  'bookmarks.merge': {
    summary: 'Merge several bookmarks into one. The others go to the trash.',
    body: MergeInput,
    responses: { 200: MergeResult },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND', 'SMART_COLLECTION', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.mergeDuplicates': {
    summary: 'Merge every group of duplicates of the space.',
    body: MergeDuplicatesInput,
    responses: { 200: BulkResult },
    problems: ['SPACE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  },
} satisfies Record<string, Definition>;
