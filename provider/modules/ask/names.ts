import type { QueryNode } from '@/lib/domain/query/query';
import type { NamePhrases, Phrases } from '@/provider/modules/ask/language';
import { expand, inAll, slot } from '@/provider/modules/ask/phrases';
import {
  isWordy,
  pattern,
  wordToken,
  type Token,
  type Item,
  type TokenList,
} from '@/provider/modules/ask/tokens';
import {
  asHost,
  knownSites,
  nameOfHost,
  wordySites,
  type Vocabulary,
} from '@/provider/modules/ask/vocabulary';

/** Resolves a name, given by its signs; `after` is the sign of the following token. Null for an unknown name. */
type Lookup = (name: string, after: string) => Item | null;

export interface Names {
  collection: Lookup;
  tag: Lookup;
  /** Finds a site by its address or a well-known name. */
  site: Lookup;
  /** Like `site`, and also by the name of a host of the library; only after words that cannot mean anything else. */
  anySite: Lookup;
}

const longestName = 6;

const plainName = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** The signs of a name as in a list of tokens, without parts that contain no word. */
function signsOf(name: string): string {
  if (plainName.test(name)) return name.toLowerCase();
  const parts = name.split(/\s+/).filter((part) => isWordy.test(part));
  return parts.map((part) => wordToken(part).sign).join(' ');
}

/** Looks up names by their signs. The map is built on first use, since most questions contain no name. */
function table(names: readonly string[]): (key: string) => string | undefined {
  let known: Map<string, string> | undefined;
  return (key) => {
    if (known === undefined) {
      known = new Map();
      for (const name of names) {
        const signs = signsOf(name);
        if (signs !== '' && !known.has(signs)) known.set(signs, name);
      }
    }
    return known.get(key);
  };
}

const connects = new RegExp(`^(?:<.*|,||${expand('{connector}')})$`);

export function readNames({ collections, tags, hosts }: Vocabulary): Names {
  const [collectionOf, tagOf] = [table(collections), table(tags)];
  const site = (host: string): Item => ({ kind: 'site', node: { kind: 'site', host } });
  const known: Lookup = (name, after) => {
    if (wordySites.has(name) && !connects.test(after)) return null;
    const host = (Object.hasOwn(knownSites, name) ? knownSites[name] : undefined) ?? asHost(name);
    return host === null ? null : site(host);
  };
  const ofLibrary: Lookup = (name, after) => {
    // A name that is also a tag is a topic: the documentation of React is not only on the site of that name.
    if (!connects.test(after) || tagOf(name) !== undefined || collectionOf(name) !== undefined) return null;
    const host = hosts.find((one) => nameOfHost(one) === name);
    return host === undefined ? null : site(host);
  };
  return {
    collection: (name) => {
      const found = collectionOf(name);
      return found === undefined ? null : { kind: 'in', node: { kind: 'collection', name: found } };
    },
    tag: (name) => {
      const found = tagOf(name);
      return found === undefined ? null : { kind: 'tag', node: { kind: 'tag', name: found } };
    },
    site: known,
    anySite: (name, after) => known(name, after) ?? ofLibrary(name, after),
  };
}

/** Returns the condition for a name; null if the lookup does not find it. */
export function nodeNamed(lookup: Lookup, name: string): QueryNode | null {
  const item = lookup(signsOf(name), '');
  return item && 'node' in item ? item.node : null;
}

/** Finds the longest name that starts at a token; `end` is the index after its last token. */
function nameFrom(tokens: readonly Token[], start: number, lookup: Lookup): { item: Item; end: number } | null {
  for (let end = Math.min(start + longestName, tokens.length); end > start; end -= 1) {
    const run = tokens.slice(start, end);
    const phrase = run.length === 1 && run[0]?.item?.kind === 'phrase' ? signsOf(run[0].text.replace(/["“”„‟]/g, '')) : null;
    if (phrase === null && run.some(({ item }) => item !== null)) continue;
    const item = lookup(phrase ?? run.map(({ sign }) => sign).join(' '), tokens[end]?.sign ?? '');
    if (item) return { item, end };
  }
  return null;
} // prettier-ignore

const documentation = /^(?:docs|documentacao|documentacoes|manual|manuais|guia|tutorial)$/;

const ofPage = new RegExp(`^${expand('(?:{anyNoun}|{saved})')}$`);

/** Whether a name is a topic: documentation is about its subject on any site (`documentação do stripe`). */
const isTopic = (before: Token | undefined, introduction: string): boolean =>
  documentation.test(before?.sign ?? '') && / d[ao]s? $/.test(introduction);

/** Whether a name belongs to a word before it, with the words that follow: `plugins do figma para acessibilidade`. */
const isPartOf = (before: Token | undefined, introduction: string, after: Token | undefined): boolean =>
  /^ d[ao]s? $/.test(introduction) &&
  before?.item === null &&
  !ofPage.test(before.sign) &&
  !connects.test(before.sign) &&
  /^(?:para|pra|for)$/.test(after?.sign ?? '');

/** Replaces names after an introduction, including the introduction and, if given, the required closing words. */
function introduced(list: TokenList, introduction: RegExp, lookup: Lookup, closing?: RegExp): void {
  for (let start = 0; start < list.tokens.length; start += 1) {
    const text = ` ${list.tokens.slice(start).map(({ sign }) => sign).join(' ')} `; // prettier-ignore
    const words = introduction.exec(text)?.[0];
    if (words === undefined || isTopic(list.tokens[start - 1], words)) continue;
    // Each word of the introduction ends with a space.
    const named = nameFrom(list.tokens, start + words.split(' ').length - 2, lookup);
    if (!named || isPartOf(list.tokens[start - 1], words, list.tokens[named.end])) continue;
    const rest = ` ${list.tokens.slice(named.end).map(({ sign }) => sign).join(' ')} `; // prettier-ignore
    const closed = closing?.exec(rest)?.[0];
    if (closing && closed === undefined) continue;
    const end = named.end + (closed === undefined ? 0 : closed.split(' ').length - 2);
    list.replace(start, end, named.item);
  }
}

/** Words before a name, each of which ends with a space. */
const introduction = (read: (name: NamePhrases) => Phrases): RegExp =>
  new RegExp(`^ ${slot(({ name }) => read(name))} `);
const namedCollection = introduction(({ collection }) => collection);
const beforeCollection = introduction((name) => name.beforeCollection);
const itsCollection = introduction((name) => name.itsCollection);
const inside = introduction((name) => name.inside);
const namedTag = introduction(({ tag }) => tag);
const unknownTag = pattern(slot(({ name }) => name.unknownTag));

/** Words between the names of a list. */
const link = (words: string, more = ''): RegExp => new RegExp(`^ ${expand(`(?:(?:${words}|,) )+${more}`)}`);
const nextTag = link('{nextTag}', '(?:(?:with|com) )?(?:(?:the|a|as|o) )?(?:(?:tags?|etiquetas?) )?');
const nextSite = link('{nextSite}');
const nextCollection = link('{nextCollection}');

/** Finds names that are explicitly called a collection or a tag. */
export function findNamed(list: TokenList, names: Names): void {
  introduced(list, namedCollection, names.collection);
  introduced(list, beforeCollection, names.collection, itsCollection);
  introduced(list, namedTag, names.tag);
  // An unknown tag is searched as a word.
  list.rewrite(unknownTag, () => ({ kind: 'gap' }));
  listed(list, 'tag', nextTag, names.tag);
}
const fromSite = introduction(({ site }) => site);
const fromAny = introduction(({ anySite }) => anySite);
const fromAddress = introduction(({ address }) => address);
const negation = new RegExp(expand('(?:^| ){without}(?: {withoutFrom})*$'));

/** Finds well-known sites after a preposition. Runs before findTimes, so that a time span may follow: `of October`. */
export const findSites = (list: TokenList, names: Names): void => introduced(list, fromSite, names.site);

/** Finds collections and sites of the library after a preposition. Runs after findTimes, because of `in March`. */
export function findPlaces(list: TokenList, names: Names): void {
  introduced(list, inside, names.collection);
  introduced(list, fromAny, names.anySite);
  introduced(list, fromAddress, (name, after) => (name.includes('.') ? names.site(name, after) : null));
  negatedNames(list, names);
  listed(list, 'site', nextSite, names.anySite);
  listed(list, 'in', nextCollection, names.collection);
}

const outside = /(?:^| )fora d[eoa]s?$/;

/** Finds known sites directly after a negation, and collections: `but not youtube`, `fora de Viagens`. */
function negatedNames(list: TokenList, names: Names): void {
  for (let start = 1; start < list.tokens.length; start += 1) {
    const left = list.tokens.slice(0, start).map(({ sign }) => sign).join(' '); // prettier-ignore
    if (!negation.test(left) && !outside.test(left)) continue;
    const lookup = outside.test(left) ? names.collection : names.site;
    const named = nameFrom(list.tokens, start, lookup);
    if (named) list.replace(start, named.end, named.item);
  }
}

const plainNoun = /^(?:links?|bookmarks?)$/;

/** Finds known sites next to a page type: `youtube videos`, `vídeos youtube`. Runs after findTypes. */
export function findSitesOfTypes(list: TokenList, names: Names): void {
  for (let start = 0; start < list.tokens.length; start += 1) {
    const named = nameFrom(list.tokens, start, names.site);
    if (!named) continue;
    const [before, after] = [list.tokens[start - 1], list.tokens[named.end]];
    const isPage = (token: Token | undefined): boolean =>
      token?.item?.kind === 'type' || plainNoun.test(token?.sign ?? '');
    if (isPage(before) || isPage(after)) list.replace(start, named.end, named.item);
  }
}

/** Finds names that continue a list: `tagged css or design`. The words between them stay. */
function listed(list: TokenList, kind: Item['kind'], link: RegExp, lookup: Lookup): void {
  for (let at = 0; at < list.tokens.length; at += 1) {
    if (list.tokens[at]?.item?.kind !== kind) continue;
    const text = ` ${list.tokens.slice(at + 1).map(({ sign }) => sign).join(' ')} `; // prettier-ignore
    const words = link.exec(text)?.[0];
    if (words === undefined) continue;
    const start = at + words.split(' ').length - 1;
    const named = nameFrom(list.tokens, start, lookup);
    if (named) list.replace(start, named.end, named.item);
  }
}

const inTitle = inAll(({ name }) => name.inTitle).map((phrase) => pattern(expand(phrase)));
const inAddress = inAll(({ name }) => name.inAddress).map((phrase) => pattern(expand(phrase)));

const quoted = ({ item }: Token): string | null =>
  item?.kind === 'phrase' && item.node.kind === 'phrase' ? item.node.text : null;

function inField(kind: 'title' | 'url', tokens: readonly Token[]): Item {
  const nodes: QueryNode[] = tokens.map((token) => {
    const phrase = quoted(token);
    return { kind, text: phrase ?? token.text, isPhrase: phrase !== null };
  });
  const [only] = nodes;
  return { kind: 'title', node: nodes.length === 1 && only ? only : { kind: 'and', nodes } };
}

/** Finds words that have to be in the title or in the address. */
export function findTitles(list: TokenList): void {
  for (const rule of inTitle) list.rewrite(rule, (found) => inField('title', found.tokens('x')));
  for (const rule of inAddress) list.rewrite(rule, (found) => inField('url', found.tokens('x')));
}
