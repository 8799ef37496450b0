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
    summary: 'Find bookmarks, collections and tags; a query shorter than two characters finds nothing.',
    query: SearchQuery,
    responses: { 200: SearchResult },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND', 'PLAN_REQUIRED'],
  },
  'search.facets': {
    summary: 'What the bookmarks that a search finds have in common, counted.',
    query: FacetsQuery,
    responses: { 200: SearchFacets },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND', 'PLAN_REQUIRED'],
  },
  'search.examples': {
    summary:
      'Questions about the current space, in the language of the request, of which each finds something.',
    responses: { 200: ExampleQuestions },
    problems: ['SPACE_NOT_FOUND', 'PLAN_REQUIRED'],
  },
} satisfies Record<string, Definition>;

export const service = {
  'preview.favicon': {
    summary: 'The icon of a site, or a drawn letter where it has none.',
    query: z.object({ url: text(limits.urlLength, 1) }),
    responses: { 200: { bytes: true, contentTypes: ['image/png', 'image/svg+xml'] }, 304: null },
  },
  'preview.publicFavicon': {
    summary:
      'The kept icon of a site that a public collection links to, or a drawn letter; no site is asked for it.',
    query: PublicFaviconQuery,
    responses: { 200: { bytes: true, contentTypes: ['image/png', 'image/svg+xml'] }, 304: null },
    problems: ['NOT_FOUND'],
  },
  'service.health': {
    summary: 'Whether the service and its database answer.',
    responses: {
      200: z
        .object({ status: z.literal('ok'), version: z.string(), database: z.literal('ok') })
        .meta({ id: 'Health' }),
    },
    problems: ['SERVICE_UNAVAILABLE'],
  },
  'service.openapi': {
    summary: 'This document.',
    responses: { 200: { bytes: true, contentTypes: ['application/json'] } },
  },
} satisfies Record<string, Definition>;
