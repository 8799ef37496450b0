import { z } from 'zod';
import { Bookmark } from '@/lib/contract/bookmarks';
import { CollectionSummary } from '@/lib/contract/collections';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { Color, Flag, paged, Pagination, text, Uuid } from '@/lib/contract/primitives';
import { PublicFaviconQuery } from '@/lib/contract/public';
import { TagCount } from '@/lib/contract/tags';

const asked = {
  q: text(limits.queryLength).default(''),
  mode: z
    .enum(['keyword', 'ask'])
    .default('keyword')
    .meta({ description: 'keyword: the grammar of docs/search.md. ask: plain words, part of the Pro plan.' }),
  space: z
    .union([z.enum(['current', 'all']), Uuid])
    .default('all')
    .meta({
      description:
        'all: every space of the account, the current one first among equal hits. A uuid: that space.',
    }),
  collection: Uuid.optional(),
  assist: Flag.optional().meta({
    description: 'Of a question: the language model, where one is configured, may be asked for its meaning.',
  }),
};

export const SearchQuery = paged({
  ...asked,
  texts: Flag.optional().meta({
    description:
      'false: the texts of pages are not looked at, as a smart collection does not; else they are on Pro.',
  }),
});

/** A query condition as shown in a chip: `site`, `=`, `github.com`, `github.com`. */
export const SearchChip = z.object({
  field: z.string(),
  op: z.string().meta({ description: '=, >, >=, <, <=, ..; a `-` in front of it where it is negated.' }),
  value: z.string(),
  label: z.string().meta({ description: "In the language of the request's Accept-Language." }),
});
export type SearchChip = z.infer<typeof SearchChip>;

export const MatchField = z.enum(['title', 'tags', 'host', 'url', 'description', 'text']);
export type MatchField = z.infer<typeof MatchField>;

export const SearchMatch = z
  .object({
    uuid: Uuid,
    field: MatchField.meta({ description: 'The best field that the words were found in.' }),
    snippet: z
      .string()
      .nullable()
      .meta({ description: 'The matching words with their context, where a row does not show it.' }),
  })
  .meta({ id: 'SearchMatch', description: 'Why a bookmark was found.' });
export type SearchMatch = z.infer<typeof SearchMatch>;

export const SearchResult = z
  .object({
    bookmarks: z.array(Bookmark),
    tiers: z
      .array(z.int())
      .meta({ description: 'How well each of them answers: 1 by its title … 6 by the text of its page.' }),
    matches: z.array(SearchMatch).meta({ description: 'Of the bookmarks that words found.' }),
    collections: z.array(CollectionSummary),
    tags: z.array(TagCount),
    spaces: z
      .array(
        z.object({
          uuid: Uuid,
          name: z.string(),
          defaultCollection: Uuid,
          hits: z.array(Uuid).meta({ description: 'The bookmarks and collections of this response in it.' }),
        }),
      )
      .meta({ description: 'Other spaces than the current one that hits are in.' }),
    pagination: Pagination,
    query: z.object({
      text: z.string().meta({ description: 'The query in the grammar, as it was understood.' }),
      chips: z
        .array(SearchChip)
        .meta({ description: 'Its conditions other than words, in the order of the text.' }),
      words: z
        .array(z.object({ text: z.string(), found: z.array(z.string()) }))
        .meta({ description: 'Each word, folded, and the words of the library that it was taken for.' }),
      parsed: z
        .boolean()
        .meta({ description: 'False when the text could not be read as a query and was searched as words.' }),
      closest: z.boolean().meta({
        description: 'Of a question: hits may lack some of its words. Those with all of them come first.',
      }),
      dropped: z.array(SearchChip).meta({
        description:
          'Of a question: conditions that were dropped, because nothing, or nothing close, matches them together with the rest.',
      }),
      droppedWords: z.array(z.string()).meta({
        description: 'Of a question: words, as typed, that none of the hits has.',
      }),
    }),
    suggestion: z
      .string()
      .nullable()
      .meta({ description: 'A query that finds more, where this one finds nothing or little.' }),
    took: z.number().meta({ description: 'Milliseconds inside the service.' }),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof SearchResult>;

export const FacetsQuery = z.object(asked);

const named = z.array(z.object({ name: z.string(), count: z.int() }));

export const SearchFacets = z
  .object({
    collections: z.array(
      z.object({
        uuid: Uuid,
        name: z.string(),
        color: Color,
        isDefault: z.boolean(),
        space: Uuid.meta({ description: 'The space that it is in.' }),
        count: z.int(),
      }),
    ),
    tags: named,
    hosts: named,
    types: named.meta({ description: 'video, docs, code, article, pdf, image, audio, social.' }),
    years: named.meta({ description: 'Of creation, the latest first.' }),
    exact: z.boolean().meta({ description: 'False where the counts are estimates from the latest hits.' }),
  })
  .meta({ id: 'SearchFacets', description: 'What a search can be narrowed to, the most frequent first.' });
export type SearchFacets = z.infer<typeof SearchFacets>;

export const ExampleQuestions = z
  .object({ questions: z.array(z.string()).meta({ description: 'Five at most, of different kinds.' }) })
  .meta({ id: 'ExampleQuestions' });
export type ExampleQuestions = z.infer<typeof ExampleQuestions>;

export const SuggestInput = z.strictObject({
  url: text(limits.urlLength, 1),
  title: text(limits.titleLength),
  description: text(limits.descriptionLength).optional(),
});

const place = {
  uuid: Uuid.optional().meta({ description: 'Absent for a collection that would have to be made.' }),
  name: z.string(),
  confidence: z.number().meta({ description: 'From 0 to 1, comparable within one answer.' }),
  reason: z.string().meta({ description: "Why, in the language of the request's Accept-Language." }),
  isNew: z.boolean(),
};

export const Suggestions = z
  .object({
    content: z.array(z.object(place)).meta({ description: 'The likeliest first, three at most.' }),
    tags: z
      .array(z.object({ name: z.string(), isNew: z.boolean() }))
      .meta({ description: 'Tags of the library first, then new ones; six at most.' }),
  })
  .meta({ id: 'Suggestions' });
export type Suggestions = z.infer<typeof Suggestions>;

export const SuggestedGroup = z
  .object({
    ...place,
    uuids: z.array(Uuid).meta({ description: 'All bookmarks of the group, 200 at most.' }),
    bookmarks: z.array(Bookmark).meta({ description: 'The first few of them.' }),
  })
  .meta({ id: 'SuggestedGroup' });
export type SuggestedGroup = z.infer<typeof SuggestedGroup>;

export const SuggestedGroups = z.object({
  content: z.array(SuggestedGroup).meta({ description: 'The largest first, twelve at most.' }),
});

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
