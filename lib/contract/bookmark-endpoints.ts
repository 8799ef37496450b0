import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { Flag, OrderInput, Uuid } from '@/lib/contract/primitives';
import {
  Bookmark,
  BookmarkPage,
  CreateBookmarkInput,
  ListBookmarksQuery,
  Metadata,
  MetadataInput,
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
import { ExportQuery, Import, ImportQuery } from '@/lib/contract/imports';

const byUuid = z.object({ uuid: Uuid });

export const bookmarks = {
  'bookmarks.list': {
    summary: 'The bookmarks of a space, a page at a time.',
    query: ListBookmarksQuery,
    responses: { 200: BookmarkPage },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND'],
  },
  'bookmarks.create': {
    summary: 'Save a bookmark. The same uuid again is the same creation and answers 200.',
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
    summary: 'What a page says of itself: title, description, icon; and whether it is saved already.',
    body: MetadataInput,
    responses: { 200: Metadata },
    problems: ['SPACE_NOT_FOUND'],
  },
  'bookmarks.export': {
    summary: 'The bookmarks of the space as a file.',
    query: ExportQuery,
    responses: { 200: { bytes: true, contentTypes: ['text/html', 'application/json', 'text/csv'] } },
    problems: ['SPACE_NOT_FOUND'],
  },
  'bookmarks.exportChosen': {
    summary: 'Some bookmarks as a file: named ones of any spaces, or what a query finds in the space.',
    body: ExportChosenInput,
    responses: { 200: { bytes: true, contentTypes: ['text/html', 'application/json', 'text/csv'] } },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND'],
  },
  'bookmarks.import': {
    summary:
      'Import a bookmark HTML file, or the JSON of an export; with dryRun, only say what would come in.',
    query: ImportQuery,
    body: { bytes: true, contentTypes: ['text/html', 'application/json'], maxBytes: limits.importBytes },
    responses: { 202: z.object({ uuid: Uuid }) },
    problems: [
      'SPACE_NOT_FOUND',
      'NOT_FOUND',
      'IMPORT_INVALID_TYPE',
      'IMPORT_INVALID_FILE',
      'IMPORT_PARSE_ERROR',
      'SMART_COLLECTION',
    ],
  },
  'bookmarks.getImport': {
    summary: 'How far an import is.',
    params: byUuid,
    responses: { 200: Import },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.undoImport': {
    summary: 'Take back all that an import brought.',
    params: byUuid,
    responses: { 204: null },
    problems: ['NOT_FOUND', 'IMPORT_RUNNING'],
  },
  'bookmarks.update': {
    summary: 'Change a bookmark; what is not named stays.',
    idempotent: true,
    params: byUuid,
    body: UpdateBookmarkInput,
    responses: { 200: Bookmark },
    problems: ['NOT_FOUND', 'SMART_COLLECTION', 'OUTDATED', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.keys': {
    summary: 'The keys that bookmarks of the account are encrypted with: their identifiers, never the keys.',
    responses: { 200: EncryptionKeys },
  },
  'bookmarks.encrypted': {
    summary: 'Encrypted bookmarks in long pages, the newest first, for a device that opens them.',
    query: EncryptedQuery,
    responses: { 200: EncryptedPage },
    problems: ['SPACE_NOT_FOUND'],
  },
  'bookmarks.createEncrypted': {
    summary:
      'Save many encrypted bookmarks, all or none. Those that the account made with the same uuid stay as they are.',
    body: CreateEncryptedInput,
    bodyBytes: limits.envelopesBytes,
    responses: { 201: z.object({ created: z.int() }) },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND', 'CONFLICT', 'SMART_COLLECTION', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.reencrypt': {
    summary:
      'Encrypt many bookmarks, or re-encrypt them with another key, all or none. Their readable contents are erased.',
    body: ReencryptInput,
    bodyBytes: limits.envelopesBytes,
    responses: { 200: z.object({ affected: z.int() }) },
    problems: ['NOT_FOUND', 'OUTDATED', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.readableCopies': {
    summary:
      'Readable bookmarks, in all spaces, that lead to the same page as one of these. Changes nothing.',
    body: ReadableCopiesInput,
    responses: { 200: ReadableCopies },
  },
  'bookmarks.beginKeyChange': {
    summary:
      'Begin a change of a key that is too large for one call. What an earlier one of the account has put aside is dropped; a day later so is this.',
    responses: { 201: KeyChange },
  },
  'bookmarks.addToKeyChange': {
    summary:
      'Put new envelopes of encrypted bookmarks aside; nothing changes yet. The same bookmark again takes the place of the first.',
    params: byUuid,
    body: KeyChangePart,
    bodyBytes: limits.envelopesBytes,
    responses: { 200: z.object({ added: z.int() }) },
    problems: ['NOT_FOUND', 'OUTDATED', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.applyKeyChange': {
    summary:
      'Give all bookmarks the envelopes that were put aside, all or none. The same call again answers the same and changes nothing.',
    params: byUuid,
    body: ApplyKeyChangeInput,
    responses: { 200: z.object({ affected: z.int() }) },
    problems: ['NOT_FOUND', 'OUTDATED', 'QUOTA_EXCEEDED'],
  },
  'bookmarks.stored': {
    summary: 'What the database holds of a bookmark, row by row.',
    params: byUuid,
    responses: { 200: StoredBookmark },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.delete': {
    summary: 'Move a bookmark to the trash, or erase it.',
    idempotent: true,
    params: byUuid,
    query: z.object({ permanent: Flag.default(false) }),
    responses: { 204: null },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.restore': {
    summary: 'Take a bookmark out of the trash.',
    idempotent: true,
    params: byUuid,
    responses: { 200: Bookmark },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.favorite': {
    summary: 'Mark or unmark a favorite.',
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
    summary: 'The text of the page for reading; fetched when it was never asked for before.',
    params: byUuid,
    responses: { 200: Content },
    problems: ['NOT_FOUND'],
  },
  'bookmarks.bulk': {
    summary: 'Change many bookmarks at once: all of them, or none when one cannot be changed.',
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
    summary: 'Bookmarks that lead to the same page, a group each.',
    query: DuplicatesQuery,
    responses: { 200: DuplicatePage },
    problems: ['SPACE_NOT_FOUND'],
  },
  'bookmarks.merge': {
    summary: 'Make one bookmark of several; the others go to the trash.',
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
