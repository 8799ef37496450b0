import { z } from 'zod';
import { Bookmark } from '@/lib/contract/bookmarks';
import { CollectionSummary } from '@/lib/contract/collections';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { Color, Flag, paged, Pagination, text, Uuid } from '@/lib/contract/primitives';
import { PublicCoverQuery, PublicFaviconQuery } from '@/lib/contract/public';
import { TagCount } from '@/lib/contract/tags';

const asked = {
  q: text(limits.queryLength).default(''),
  mode: z
    .enum(['keyword', 'ask'])
    .default('keyword')
    .meta({ description: '`keyword`: syntax of docs/search.md. `ask`: natural language, requires Pro.' }),
  space: z
    .union([z.enum(['current', 'all']), Uuid])
    .default('all')
    .meta({
      description:
        '`all`: all spaces, ranking the current one first among equal results. A UUID: only that space.',
    }),
  collection: Uuid.optional(),
  assist: Flag.optional().meta({
    description:
      'Whether the language model may interpret a question, and find bookmarks by meaning, if one is configured.',
  }),
};

export const SearchQuery = paged({
  ...asked,
  texts: Flag.optional().meta({
    description: 'Whether to search annotations and page text (Pro only). Smart collections never do.',
  }),
});

/** A query condition as shown in a chip: `site`, `=`, `github.com`, `github.com`. */
export const SearchChip = z.object({
  field: z.string(),
  op: z.string().meta({ description: '`=`, `>`, `>=`, `<`, `<=` or `..`, prefixed with `-` if negated.' }),
  value: z.string(),
  label: z.string().meta({ description: 'Text in the language of `Accept-Language`.' }),
});
export type SearchChip = z.infer<typeof SearchChip>;

export const MatchField = z.enum([
  'title',
  'tags',
  'host',
  'url',
  'description',
  'notes',
  'annotation',
  'text',
]);
export type MatchField = z.infer<typeof MatchField>;

/** The same word or a longer one, another form, a word that contains it, one with a typo, or a similar meaning. */
export const MatchForm = z.enum(['exact', 'inflected', 'part', 'typo', 'meaning']);
export type MatchForm = z.infer<typeof MatchForm>;

export const SearchMatch = z
  .object({
    uuid: Uuid,
    field: MatchField.meta({ description: 'Best matching field.' }),
    snippet: z.string().nullable().meta({
      description: 'Excerpt around the matching words, unless the title or address already shows them.',
    }),
    form: MatchForm.meta({ description: 'How the word in this field matches the word of the query.' }),
    words: z.array(z.string()).meta({
      description: 'Words of the bookmark, without case and accents, that match in another form than typed.',
    }),
  })
  .meta({ id: 'SearchMatch', description: 'Where a bookmark matched the query.' });
export type SearchMatch = z.infer<typeof SearchMatch>;

export const SearchResult = z
  .object({
    bookmarks: z.array(Bookmark),
    scores: z.array(z.number()).meta({
      description:
        'Score of each bookmark, best first: from 1 to 2 if it matches the whole query, less than 1 if it is one of the closest. Empty for queries without words and in a requested order.',
    }),
    full: z.int().meta({ description: 'Number of bookmarks that match the whole query.' }),
    matches: z.array(SearchMatch).meta({ description: 'Matches of the bookmarks found by words.' }),
    collections: z.array(CollectionSummary),
    tags: z.array(TagCount),
    spaces: z
      .array(
        z.object({
          uuid: Uuid,
          name: z.string(),
          defaultCollection: Uuid,
          hits: z
            .array(Uuid)
            .meta({ description: 'UUIDs of the returned bookmarks and collections in this space.' }),
        }),
      )
      .meta({ description: 'Other spaces with results.' }),
    pagination: Pagination,
    query: z.object({
      text: z.string().meta({ description: 'Interpreted query in search syntax.' }),
      chips: z.array(SearchChip).meta({ description: 'Conditions of the query other than words, in order.' }),
      words: z
        .array(
          z.object({
            text: z.string(),
            found: z.array(z.string()),
            similar: z.array(z.string()),
            weight: z.number(),
          }),
        )
        .meta({
          description:
            'Words of the query without case and accents, with the words of the library that they stand for, similar ones by which only the closest results match, and their weight: rare words weigh more.',
        }),
      parsed: z
        .boolean()
        .meta({ description: 'False if the text isn’t a valid query and was searched as words.' }),
      closest: z.boolean().meta({
        description:
          'Whether the results include bookmarks that match only a part of the query. They come last.',
      }),
      dropped: z.array(SearchChip).meta({
        description:
          'For questions: conditions that were ignored because nothing matched them together with the rest.',
      }),
      droppedWords: z.array(z.string()).meta({
        description: 'Words, as typed, that no result contains.',
      }),
      estimated: z.boolean().meta({ description: 'Whether the numbers of results are estimates.' }),
    }),
    suggestion: z
      .string()
      .nullable()
      .meta({ description: 'Query with more results, if this one has few or none.' }),
    took: z.number().meta({ description: 'Processing time in milliseconds.' }),
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
        space: Uuid.meta({ description: 'UUID of its space.' }),
        count: z.int(),
      }),
    ),
    tags: named,
    hosts: named,
    types: named.meta({
      description: 'Counts by type: `video`, `docs`, `code`, `article`, `pdf`, `image`, `audio` or `social`.',
    }),
    years: named.meta({ description: 'Counts by creation year, latest first.' }),
    exact: z
      .boolean()
      .meta({ description: 'False if the counts are estimates based on the latest results.' }),
  })
  .meta({ id: 'SearchFacets', description: 'Filters for narrowing a search, most frequent first.' });
export type SearchFacets = z.infer<typeof SearchFacets>;

export const ExampleQuestions = z
  .object({
    questions: z.array(z.string()).meta({ description: 'Up to five questions of different kinds.' }),
  })
  .meta({ id: 'ExampleQuestions' });
export type ExampleQuestions = z.infer<typeof ExampleQuestions>;

export const SuggestInput = z.strictObject({
  url: text(limits.urlLength, 1),
  title: text(limits.titleLength),
  description: text(limits.descriptionLength).optional(),
});

const place = {
  uuid: Uuid.optional().meta({ description: 'UUID of the collection. Omitted if it doesn’t exist yet.' }),
  name: z.string(),
  confidence: z.number().meta({ description: 'Confidence from 0 to 1, comparable within one response.' }),
  reason: z.string().meta({ description: 'Explanation in the language of `Accept-Language`.' }),
  isNew: z.boolean(),
};

export const Suggestions = z
  .object({
    content: z.array(z.object(place)).meta({ description: 'Up to three collections, most likely first.' }),
    tags: z
      .array(z.object({ name: z.string(), isNew: z.boolean() }))
      .meta({ description: 'Up to six tags, existing ones first.' }),
  })
  .meta({ id: 'Suggestions' });
export type Suggestions = z.infer<typeof Suggestions>;

export const SuggestedGroup = z
  .object({
    ...place,
    uuids: z.array(Uuid).meta({ description: 'UUIDs of the bookmarks in the group, up to 200.' }),
    bookmarks: z.array(Bookmark).meta({ description: 'First few bookmarks of the group.' }),
  })
  .meta({ id: 'SuggestedGroup' });
export type SuggestedGroup = z.infer<typeof SuggestedGroup>;

export const SuggestedGroups = z.object({
  content: z.array(SuggestedGroup).meta({ description: 'Up to twelve groups, largest first.' }),
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
  'preview.publicCover': {
    summary: 'Get the picture of a bookmark in a public collection.',
    query: PublicCoverQuery,
    responses: { 200: { bytes: true, contentTypes: ['image/webp'] } },
    problems: ['NOT_FOUND'],
  },
  'service.health': {
    summary: 'Check that the service and its database are up.',
    responses: {
      200: z
        .object({
          status: z.literal('ok'),
          product: z.literal('markwell'),
          version: z.string(),
          revision: z.int().meta({
            description: 'Revision of the API. It grows with every addition that clients rely on.',
          }),
          database: z.literal('ok'),
        })
        .meta({ id: 'Health' }),
    },
    problems: ['SERVICE_UNAVAILABLE'],
  },
  'service.openapi': {
    summary: 'Get this document.',
    responses: { 200: { bytes: true, contentTypes: ['application/json'] } },
  },
} satisfies Record<string, Definition>;
