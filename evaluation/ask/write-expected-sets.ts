import fs from 'node:fs';
import path from 'node:path';
import { library, libraryCollections, type LibraryBookmark } from '@/evaluation/ask/library';
import { askedAt, askedIn } from '@/evaluation/ask/question';
import { questions } from '@/evaluation/ask/questions';
import { matchesQuery, type SearchedBookmark } from '@/lib/domain/query/match';
import { parseQuery } from '@/lib/domain/query/parse';
import type { Query, QuerySort, QueryState } from '@/lib/domain/query/query';
import { splitWords } from '@/lib/domain/search-words';
import { parseBookmarkUrl } from '@/lib/domain/url';

// node tooling/run.mjs evaluation/ask/write-expected-sets.ts Writes the expected hits of each question: the bookmarks
// that match its meaning by the rules of the browser. Neither the compiler of questions nor the service is involved.
// Review the diff of the written file.

interface IndexedBookmark {
  key: string;
  title: string;
  bookmark: SearchedBookmark;
}

const shared = new Set(libraryCollections.filter(({ isPublic }) => isPublic).map(({ name }) => name));

function statesOf({ url, marks = [], tags = [], collections = [] }: LibraryBookmark): Set<QueryState> {
  const states = new Set<QueryState>(marks);
  if (tags.length === 0 && !states.has('encrypted')) states.add('untagged');
  if (collections.length === 0) states.add('uncollected');
  if (collections.some((name) => shared.has(name)) && !states.has('encrypted')) states.add('public');
  if (library.filter((other) => other.url === url).length > 1) states.add('duplicate');
  return states;
}

function indexBookmark(of: LibraryBookmark): IndexedBookmark {
  const { domain, path: rest } = parseBookmarkUrl(of.url);
  const states = statesOf(of);
  const text = {
    title: of.title,
    tags: of.tags ?? [],
    domain,
    description: of.description ?? '',
    path: rest,
  };
  return {
    key: of.key,
    title: of.title,
    bookmark: {
      text: states.has('encrypted') ? null : text,
      collections: of.collections ?? [],
      states,
      createdAt: new Date(`${of.created}T12:00:00Z`),
      lastVisitedAt: of.visited === undefined ? null : new Date(`${of.visited}T12:30:00Z`),
      visits: of.visits ?? 0,
    },
  };
}

const age = ({ bookmark }: IndexedBookmark): number => -bookmark.createdAt.getTime();
const orders: Readonly<Record<QuerySort, (entry: IndexedBookmark) => number>> = {
  relevance: age,
  newest: age,
  oldest: (entry) => -age(entry),
  visits: ({ bookmark }) => -bookmark.visits,
  visited: ({ bookmark }) => -(bookmark.lastVisitedAt?.getTime() ?? 0),
  title: () => 0,
};

const indexed = library.map(indexBookmark);

/** Words of the library, for spelling correction like that of the service. */
const lexicon = [
  ...new Set(
    indexed.flatMap(({ bookmark: { text } }) =>
      text === null ? [] : splitWords([text.title, ...text.tags, text.domain, text.path].join(' ')),
    ),
  ),
];
const context = { now: askedAt, timeZone: askedIn, lexicon };

function findKeys(query: Query): string {
  const hits = indexed.filter(({ bookmark }) => matchesQuery(query, bookmark, context));
  const order = orders[query.sort ?? 'newest'];
  const kept = hits
    .toSorted((a, b) => order(a) - order(b) || age(a) - age(b))
    .slice(0, query.limit ?? undefined);
  return hits.filter((hit) => kept.includes(hit)).map(({ key }) => key).join(' '); // prettier-ignore
}

const sets = questions.map(({ locale, seen, heldOut }) => [
  locale,
  Object.fromEntries(
    [...seen, ...heldOut].map(([text, meaning]) => [text, findKeys(parseQuery(meaning).query)]),
  ),
]);
const file = path.join(import.meta.dirname, 'expected-sets.json');
fs.writeFileSync(file, `${JSON.stringify(Object.fromEntries(sets), null, 2)}\n`);
