import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { OrderInput, Uuid } from '@/lib/contract/primitives';
import { CollectionDetails, CollectionDetailsQuery } from '@/lib/contract/bookmarks';
import {
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
    summary: 'The collections of a space, a page at a time.',
    query: ListCollectionsQuery,
    responses: { 200: CollectionPage },
    problems: ['SPACE_NOT_FOUND'],
  },
  'collections.simplified': {
    summary: 'Every collection of the space, short, the default one first and the others by name.',
    responses: { 200: summaries },
    problems: ['SPACE_NOT_FOUND'],
  },
  'collections.top': {
    summary: 'The collections in most use.',
    responses: { 200: summaries },
    problems: ['SPACE_NOT_FOUND'],
  },
  'collections.listed': {
    summary: 'The public collections that search engines may list.',
    query: ListedQuery,
    responses: { 200: ListedCollections },
  },
  'collections.public': {
    summary:
      'A public collection with a page of its bookmarks, the newest first. Private, deleted and unknown ones are 404; `slug` may be a former one.',
    params: z.object({ uuid: Uuid, slug: z.string() }),
    query: PublicCollectionQuery,
    responses: { 200: PublicCollectionPage },
    problems: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'collections.create': {
    summary: 'Create a collection. The same uuid again is the same creation and answers 200.',
    body: CreateCollectionInput,
    responses: { 200: Collection, 201: Collection },
    problems: ['SPACE_NOT_FOUND', 'CONFLICT', 'PLAN_REQUIRED'],
  },
  'collections.suggest': {
    summary:
      'Where a bookmark may belong: the likeliest collections and tags, learnt from this library. Nothing is changed.',
    body: SuggestInput,
    responses: { 200: Suggestions },
    problems: ['SPACE_NOT_FOUND', 'PLAN_REQUIRED'],
  },
  'collections.suggested': {
    summary: 'Groups among the bookmarks that are in no collection yet. Nothing is changed.',
    responses: { 200: SuggestedGroups },
    problems: ['SPACE_NOT_FOUND', 'PLAN_REQUIRED'],
  },
  'collections.details': {
    summary: 'A collection with a page of its bookmarks.',
    params: byUuid,
    query: CollectionDetailsQuery,
    responses: { 200: CollectionDetails },
    problems: ['NOT_FOUND'],
  },
  'collections.update': {
    summary: 'Change a collection; what is not named stays.',
    params: byUuid,
    body: UpdateCollectionInput,
    responses: { 200: Collection },
    problems: ['NOT_FOUND', 'DEFAULT_COLLECTION', 'SMART_COLLECTION', 'PLAN_REQUIRED'],
  },
  'collections.delete': {
    summary: 'Delete a collection; its bookmarks stay in the library or go to the trash.',
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
    summary: 'Put all bookmarks of a collection into another one, and delete it.',
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
