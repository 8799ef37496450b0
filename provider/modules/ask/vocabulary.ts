import { sql } from 'drizzle-orm';
import { foldText } from '@/lib/domain/search-words';
import type { SpacesOfAccount } from '@/provider/actor';
import { LRUCache } from 'lru-cache';
import { executePrepared, inline, type Executor } from '@/provider/db/client';
import { slot } from '@/provider/modules/ask/phrases';

/** Names of collections, tags and hosts in a library, most used first. */
export interface Vocabulary {
  collections: readonly string[];
  tags: readonly string[];
  /** Hosts of the latest bookmarks, as displayed, without `www.`. */
  hosts: readonly string[];
}

export const noVocabulary: Vocabulary = { collections: [], tags: [], hosts: [] };

const naming =
  /(?<![\p{L}\p{N}])(?:in|on|at|via|pel[oa]|inside|from|of|under|into|within|with|without|having|collections?|folders?|tags?|tagged|labels?|labell?ed|not|except|excluding|do|da|de|dos|das|em|na|no|nas|nos|numa|dentro|com|sem|nao|menos|exceto|colecao|colecoes|pastas?|etiquetas?|marcador(?:es)?|marcad[oa]s?|etiquetad[oa]s?|tagead[oa]s?)(?![\p{L}\p{N}])/u;

const meansState = new RegExp(
  `(?<= )(?:${slot(({ state }) => Object.values(state).flat())}|${slot(({ adjective }) => Object.values(adjective).flat())}|${slot(({ ambiguous }) => ambiguous)})(?= )`,
);

/**
 * Whether a question may name something in the library. Without an introducing word, and words that may be a name, no
 * vocabulary is needed.
 */
export function mayName(question: string): boolean {
  const folded = foldText(question);
  return naming.test(folded) || meansState.test(` ${folded.replace(/[^\p{L}\p{N}']+/gu, ' ')} `);
}

const collectionsMax = 2_000;
const tagsMax = 5_000;
const latestBookmarks = 2_000;
const hostsMax = 500;

interface CacheEntry {
  /** Revisions of the spaces, read before the names; see [Note: Revision]. */
  revisions: string;
  vocabulary: Vocabulary;
}

/** Entries of some ten kilobytes each. A question that is being typed sends a request for each letter. */
const cacheMax = 64;
const caches = new WeakMap<Executor, LRUCache<string, CacheEntry>>();

/** Returns the current names that a question about these spaces may contain, bounded for libraries of any size. */
export async function readVocabulary(db: Executor, spaces: SpacesOfAccount): Promise<Vocabulary> {
  const cache = caches.get(db) ?? new LRUCache<string, CacheEntry>({ max: cacheMax });
  caches.set(db, cache);
  const key = spaces.spaceIds.join();
  const revisions = await readRevisions(db, spaces);
  const cached = cache.get(key);
  if (cached?.revisions === revisions) return cached.vocabulary;
  const vocabulary = await readNames(db, spaces);
  cache.set(key, { revisions, vocabulary });
  return vocabulary;
}

async function readRevisions(db: Executor, { accountId, spaceIds }: SpacesOfAccount): Promise<string> {
  const { rows } = await executePrepared<{ revisions: string | null }>(
    db,
    'ask-revisions',
    sql`select string_agg(revision::text, ',' order by id) as revisions from spaces
      where account_id = ${accountId} and id = any(${sql.param(spaceIds)}::uuid[])`,
  );
  return rows[0]?.revisions ?? '';
}

async function readNames(db: Executor, { accountId, spaceIds }: SpacesOfAccount): Promise<Vocabulary> {
  const { rows } = await executePrepared<Vocabulary>(
    db,
    'ask-vocabulary',
    sql`select
      array(select c.name from collections c where c.account_id = ${accountId} and c.space_id = any(${sql.param(spaceIds)}::uuid[])
        order by c.bookmark_count desc, c.id limit ${inline(collectionsMax)}) as collections,
      array(select t.name from tags t where t.space_id = any(${sql.param(spaceIds)}::uuid[])
        order by t.bookmark_count desc, t.key limit ${inline(tagsMax)}) as tags,
      array(select l.domain from (
          select b.domain from unnest(${sql.param(spaceIds)}::uuid[]) s (id) cross join lateral (
            select b.domain, b.created_at, b.id from bookmarks b
            where b.account_id = ${accountId} and b.space_id = s.id and b.deleted_at is null and not b.encrypted
            order by b.created_at desc, b.id desc limit ${inline(latestBookmarks)}) b
          order by b.created_at desc, b.id desc limit ${inline(latestBookmarks)}) l
        where l.domain <> '' group by l.domain order by count(*) desc, l.domain limit ${inline(hostsMax)}) as hosts`,
  );
  return rows[0] ?? { collections: [], tags: [], hosts: [] };
}

/** Hosts of well-known sites by their common names, folded. Hosts of the library are looked up in addition. */
export const knownSites: Readonly<Record<string, string>> = {
  github: 'github.com', gitlab: 'gitlab.com', youtube: 'youtube.com', yt: 'youtube.com', gh: 'github.com', vimeo: 'vimeo.com', wikipedia: 'wikipedia.org',
  reddit: 'reddit.com', twitter: 'twitter.com', medium: 'medium.com', 'stack overflow': 'stackoverflow.com',
  stackoverflow: 'stackoverflow.com', 'hacker news': 'news.ycombinator.com', hackernews: 'news.ycombinator.com',
  hn: 'news.ycombinator.com', mdn: 'developer.mozilla.org', npm: 'npmjs.com', nytimes: 'nytimes.com',
  'new york times': 'nytimes.com', 'the new york times': 'nytimes.com', guardian: 'theguardian.com',
  'the guardian': 'theguardian.com', bbc: 'bbc.com', spotify: 'spotify.com', soundcloud: 'soundcloud.com',
  linkedin: 'linkedin.com', instagram: 'instagram.com', facebook: 'facebook.com', tiktok: 'tiktok.com',
  pinterest: 'pinterest.com', twitch: 'twitch.tv', arxiv: 'arxiv.org', substack: 'substack.com', quora: 'quora.com',
  figma: 'figma.com', notion: 'notion.so', imdb: 'imdb.com', netflix: 'netflix.com', goodreads: 'goodreads.com',
  letterboxd: 'letterboxd.com', dribbble: 'dribbble.com', behance: 'behance.net', codepen: 'codepen.io',
  kaggle: 'kaggle.com', huggingface: 'huggingface.co', 'hugging face': 'huggingface.co', coursera: 'coursera.org',
  udemy: 'udemy.com', bluesky: 'bsky.app', 'dev.to': 'dev.to', amazon: 'amazon.com', flickr: 'flickr.com',
  unsplash: 'unsplash.com', 'ted': 'ted.com', slideshare: 'slideshare.net', scribd: 'scribd.com', etsy: 'etsy.com',
  globo: 'globo.com', g1: 'g1.globo.com', uol: 'uol.com.br', folha: 'folha.uol.com.br', estadao: 'estadao.com.br',
  tabnews: 'tabnews.com.br', 'mercado livre': 'mercadolivre.com.br', mercadolivre: 'mercadolivre.com.br',
  tecnoblog: 'tecnoblog.net', alura: 'alura.com.br', nexo: 'nexojornal.com.br', tudogostoso: 'tudogostoso.com.br',
}; // prettier-ignore

/** Site names that are also ordinary words: they are sites only if no word follows that they could belong to. */
export const wordySites = new Set(['medium', 'notion', 'ted', 'amazon', 'guardian', 'the guardian', 'nexo']);

const address = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}$/;

/** Names in the form of an address: there is no domain `.js`, and `asp.net` is a framework. */
const technology = /\.(?:js|ts)$|^(?:asp|vb|ado|ml)\.net$/;

/** Returns the host of text in the form of an address, such as `news.ycombinator.com`; otherwise null. */
export function asHost(sign: string): string | null {
  const host = sign.replace(/^https?:\/\//, '').replace(/^www\./, '').replace(/\/$/, ''); // prettier-ignore
  return address.test(host) && !technology.test(host) ? host : null;
}

const shortestName = 4;
const genericLabel = /^(?:co|com|net|org|gov|edu|github|blogspot|wordpress|example)$/;

/** Returns the common name of a host: `smittenkitchen` of `smittenkitchen.com`, `globo` of `g1.globo.com`. */
export function nameOfHost(host: string): string | null {
  const labels = host.split('.').slice(0, -1);
  const name = labels.findLast((label) => !genericLabel.test(label));
  return name !== undefined && name.length >= shortestName ? name : null;
}
