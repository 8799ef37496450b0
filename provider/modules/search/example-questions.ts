import { sql } from 'drizzle-orm';
import type { Language } from '@/lib/contract/account';
import type { Actor, CurrentSpace, RequestContext } from '@/provider/actor';
import { executePrepared, inline, type Executor } from '@/provider/db/client';
import en from '@/provider/messages/en/example-questions.json';
import pt from '@/provider/messages/pt-BR/example-questions.json';
import { fill } from '@/provider/modules/query/chips';
import { searchLibrary } from '@/provider/modules/search/search-library';

type Deps = Parameters<typeof searchLibrary>[0];
type Reader = Pick<RequestContext, 'timeZone' | 'locale'>;

const phrases: Record<Language, typeof en> = { en, 'pt-BR': pt };

/** The most frequent names of a library, most frequent first, and its newest bookmarks. */
interface Profile {
  collections: string[];
  tags: string[];
  hosts: string[];
  types: string[];
  newest: Date | null;
  newestFavorite: Date | null;
}

/** A profile with its timestamps as text. */
type ReadProfile = Omit<Profile, 'newest' | 'newestFavorite'> &
  Record<'newest' | 'newestFavorite', string | null>;

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const namesMax = 3;
const latestMax = 2_000;

async function readProfile(db: Executor, { accountId, spaceId }: CurrentSpace): Promise<Profile | undefined> {
  const { rows } = await executePrepared<ReadProfile>(
    db,
    'example-questions',
    sql`with latest as materialized (
        select domain, type, favorite, created_at from bookmarks
        where account_id = ${accountId} and space_id = ${spaceId} and deleted_at is null and not encrypted
        order by created_at desc, id desc limit ${inline(latestMax)})
      select
        array(select name from collections where account_id = ${accountId} and space_id = ${spaceId} and not is_default and bookmark_count > 0
          order by bookmark_count desc, id limit ${inline(namesMax)}) as collections,
        array(select name from tags where space_id = ${spaceId} and bookmark_count > 0
          order by bookmark_count desc, key limit ${inline(namesMax)}) as tags,
        array(select domain from latest where domain <> ''
          group by domain order by count(*) desc, domain limit ${inline(namesMax)}) as hosts,
        array(select type::text from latest where type is not null
          group by type order by count(*) desc, type limit ${inline(namesMax)}) as types,
        (select max(created_at) from latest) as newest,
        (select max(created_at) from latest where favorite) as "newestFavorite"`,
  );
  const [read] = rows;
  return read && { ...read, newest: timeOf(read.newest), newestFavorite: timeOf(read.newestFavorite) };
}

/** Returns candidate questions of each kind, the most specific first. */
function proposeQuestions(profile: Profile, { locale, timeZone }: Reader): string[][] {
  const text = phrases[locale];
  const nouns: Readonly<Record<string, string>> = text.types;
  const types = profile.types.flatMap((type) => nouns[type] ?? []);
  const { collections, tags, hosts, newest, newestFavorite } = profile;
  const part = (date: Date, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(date);
  const month = newest && {
    month: part(newest, { month: 'long' }).toLowerCase(),
    year: part(newest, { year: 'numeric' }),
  };
  return [
    [
      ...types.flatMap((each) => tags.map((tag) => fill(text.typeTagged, { types: each, tag }))),
      ...types.map((each) => fill(text.type, { types: each })),
    ],
    [text.thisWeek, text.lastWeek, text.lastMonth, ...(month ? [fill(text.month, month)] : [])],
    collections.map((collection) => fill(text.collection, { collection })),
    [
      ...hosts.map((host) => fill(text.unopened, { host })),
      ...hosts.map((host) => fill(text.host, { host })),
    ],
    newestFavorite
      ? [fill(text.favoritesOf, { year: part(newestFavorite, { year: 'numeric' }) }), text.favorites]
      : [],
    tags.map((tag) => fill(text.tagged, { tag })),
  ];
}

/** Whether the whole question is parsed into conditions, and a bookmark matches it. */
async function hasExactResults(deps: Deps, actor: Actor, reader: Reader, q: string): Promise<boolean> {
  const { search, full, dropped } = await searchLibrary(deps, actor, reader, {
    q,
    mode: 'ask',
    space: 'current',
    texts: false,
    size: 1,
  });
  return full > 0 && dropped.length === 0 && !search.prepared.hasWords;
}

const examplesMax = 5;

/** Returns questions about the content of the current space: at most one of each kind, and only those with results. */
export async function findExampleQuestions(deps: Deps, actor: Actor, reader: Reader): Promise<string[]> {
  const profile = await readProfile(deps.db, actor);
  if (!profile) return [];
  const examples: string[] = [];
  for (const questions of proposeQuestions(profile, reader)) {
    if (examples.length === examplesMax) break;
    for (const question of questions) {
      if (!(await hasExactResults(deps, actor, reader, question))) continue;
      examples.push(question);
      break;
    }
  }
  return examples;
}
