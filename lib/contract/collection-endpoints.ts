import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { OrderInput, Uuid } from '@/lib/contract/primitives';
import { CollectionDetails, CollectionDetailsQuery } from '@/lib/contract/bookmarks';
import { coverFile, CoverQuery } from '@/lib/contract/covers';
import {
  ChooseCollectionCoverInput,
  Collection,
  CollectionPage,
  CollectionSummary,
  CreateCollectionInput,
  DeleteCollectionQuery,
  ListCollectionsQuery,
  MergeCollectionInput,
  MoveCollectionInput,
  UpdateCollectionInput,
} from '@/lib/contract/collections';
import {
  ListedCollections,
  ListedQuery,
  PublicCollectionPage,
  PublicCollectionQuery,
} from '@/lib/contract/public';
import { SuggestedGroups, SuggestInput, Suggestions } from '@/lib/contract/search';

const byUuid = z.object({ uuid: Uuid });
const summaries = z.object({ content: z.array(CollectionSummary) });

export const collections = {
  'collections.list': {
    summary: 'List the collections of a space, page by page.',
    query: ListCollectionsQuery,
    responses: { 200: CollectionPage },
    problems: ['SPACE_NOT_FOUND'],
  },
  'collections.simplified': {
    summary:
      'List the collections of the space in short form, the default one first, then by name; at most 10,000.',
    responses: { 200: summaries },
    problems: ['SPACE_NOT_FOUND'],
  },
  'collections.top': {
    summary: 'List the most used collections.',
    responses: { 200: summaries },
    problems: ['SPACE_NOT_FOUND'],
  },
  'collections.listed': {
    summary: 'List the public collections that search engines may index.',
    query: ListedQuery,
    responses: { 200: ListedCollections },
  },
  'collections.public': {
    summary:
      'Get a public collection with a page of its bookmarks, newest first. Private, deleted and unknown ones return 404. A former `slug` works as well.',
    params: z.object({ uuid: Uuid, slug: z.string() }),
    query: PublicCollectionQuery,
    responses: { 200: PublicCollectionPage },
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'collections.create': {
    summary: 'Create a collection. Repeating a request with the same uuid returns 200 and changes nothing.',
    body: CreateCollectionInput,
    responses: { 200: Collection, 201: Collection },
    problems: ['SPACE_NOT_FOUND', 'CONFLICT', 'PLAN_REQUIRED'],
  },
  'collections.suggest': {
    summary: 'Suggest collections and tags for a bookmark, based on this library. Changes nothing.',
    body: SuggestInput,
    responses: { 200: Suggestions },
    problems: ['SPACE_NOT_FOUND', 'PLAN_REQUIRED'],
  },
  'collections.suggested': {
    summary: 'Suggest groups among bookmarks without a collection. Changes nothing.',
    responses: { 200: SuggestedGroups },
    problems: ['SPACE_NOT_FOUND', 'PLAN_REQUIRED'],
  },
  'collections.details': {
    summary: 'Get a collection with a page of its bookmarks.',
    params: byUuid,
    query: CollectionDetailsQuery,
    responses: { 200: CollectionDetails },
    problems: ['NOT_FOUND'],
  },
  'collections.update': {
    summary: 'Change a collection. Omitted fields stay the same.',
    params: byUuid,
    body: UpdateCollectionInput,
    responses: { 200: Collection },
    problems: ['NOT_FOUND', 'DEFAULT_COLLECTION', 'SMART_COLLECTION', 'PLAN_REQUIRED'],
  },
  'collections.cover': {
    summary: 'Get the uploaded picture of a collection.',
    params: byUuid,
    query: CoverQuery,
    responses: { 200: { bytes: true, contentTypes: ['image/webp'] } },
    problems: ['NOT_FOUND'],
  },
  'collections.uploadCover': {
    summary: 'Set the picture of a collection from a PNG, JPEG, GIF or WebP file.',
    params: byUuid,
    body: coverFile,
    responses: { 200: Collection },
    problems: [
      'NOT_FOUND',
      'UNSUPPORTED_MEDIA_TYPE',
      'BODY_TOO_LARGE',
      'MALFORMED_REQUEST',
      'INVALID_IMAGE',
      'QUOTA_EXCEEDED',
    ],
  },
  'collections.chooseCover': {
    summary: 'Set the picture of a collection to that of one of its bookmarks.',
    params: byUuid,
    body: ChooseCollectionCoverInput,
    responses: { 200: Collection },
    problems: ['NOT_FOUND'],
  },
  'collections.removeCover': {
    summary: 'Remove the picture of a collection.',
    params: byUuid,
    responses: { 200: Collection },
    problems: ['NOT_FOUND'],
  },
  'collections.delete': {
    summary: 'Delete a collection. Its bookmarks stay in the library or go to the trash.',
    params: byUuid,
    query: DeleteCollectionQuery,
    responses: { 204: null },
    problems: ['NOT_FOUND', 'DEFAULT_COLLECTION', 'CONFLICT'],
  },
  'collections.order': {
    summary: 'Place a collection after or before another in the manual order.',
    params: byUuid,
    body: OrderInput,
    responses: { 200: Collection },
    problems: ['NOT_FOUND'],
  },
  'collections.merge': {
    summary: 'Move all bookmarks of a collection to another one, and delete it.',
    params: byUuid,
    body: MergeCollectionInput,
    responses: { 200: Collection },
    problems: ['NOT_FOUND', 'DEFAULT_COLLECTION', 'SMART_COLLECTION', 'CONFLICT'],
  },
  'collections.move': {
    summary: 'Move a collection with its bookmarks to another space.',
    params: byUuid,
    body: MoveCollectionInput,
    responses: { 200: Collection },
    problems: ['NOT_FOUND', 'SPACE_NOT_FOUND', 'DEFAULT_COLLECTION', 'CONFLICT'],
  },
} satisfies Record<string, Definition>;
