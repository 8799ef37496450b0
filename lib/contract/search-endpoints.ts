import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { text } from '@/lib/contract/primitives';
import { PublicFaviconQuery } from '@/lib/contract/public';
import {
  ExampleQuestions,
  FacetsQuery,
  SearchFacets,
  SearchQuery,
  SearchResult,
} from '@/lib/contract/search';

export const search = {
  'search.find': {
    summary: 'Search bookmarks, collections and tags. Queries shorter than two characters return nothing.',
    query: SearchQuery,
    responses: { 200: SearchResult },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND', 'PLAN_REQUIRED'],
  },
  'search.facets': {
    summary: 'Count what the search results have in common.',
    query: FacetsQuery,
    responses: { 200: SearchFacets },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND', 'PLAN_REQUIRED'],
  },
  'search.examples': {
    summary:
      'Get example questions about the current space, in the language of the request. Each one has results.',
    responses: { 200: ExampleQuestions },
    problems: ['SPACE_NOT_FOUND', 'PLAN_REQUIRED'],
  },
} satisfies Record<string, Definition>;

export const service = {
  'preview.favicon': {
    summary: 'Get the icon of a site, or a generated letter if it has none.',
    query: z.object({ url: text(limits.urlLength, 1) }),
    responses: { 200: { bytes: true, contentTypes: ['image/png', 'image/svg+xml'] }, 304: null },
  },
  'preview.publicFavicon': {
    summary:
      'Get the cached icon of a site linked in a public collection, or a generated letter. The site isn’t contacted.',
    query: PublicFaviconQuery,
    responses: { 200: { bytes: true, contentTypes: ['image/png', 'image/svg+xml'] }, 304: null },
    problems: ['NOT_FOUND'],
  },
  'service.health': {
    summary: 'Check that the service and its database are up.',
    responses: {
      200: z
        .object({ status: z.literal('ok'), version: z.string(), database: z.literal('ok') })
        .meta({ id: 'Health' }),
    },
    problems: ['SERVICE_UNAVAILABLE'],
  },
  'service.openapi': {
    summary: 'Get this document.',
    responses: { 200: { bytes: true, contentTypes: ['application/json'] } },
  },
} satisfies Record<string, Definition>;
