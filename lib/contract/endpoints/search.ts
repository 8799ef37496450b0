import type { Definition } from '@/lib/contract/endpoint';
import {
  ExampleQuestions,
  FacetsQuery,
  SearchFacets,
  SearchQuery,
  SearchResult,
} from '@/lib/contract/schemas/search';

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
