import { sql } from 'drizzle-orm';
import type { SpacesOfAccount } from '@/provider/actor';
import { isGroup, type QueryNode } from '@/lib/domain/query/query';
import { queryWords, splitWords } from '@/lib/domain/search-words';
import { executePrepared, type Database, type Executor } from '@/provider/db/client';
import {
  collectionWord,
  isNear,
  rankingWords,
  weighWords,
  type WeightedWord,
} from '@/provider/modules/search/closest-statement';
import type { PreparedQuery } from '@/provider/modules/query/prepare-query';
import type { SearchScope } from '@/provider/modules/search/scope';

export const wordsOf = (node: QueryNode): string[] =>
  isGroup(node) ? node.nodes.flatMap(wordsOf) : 'text' in node ? queryWords(node.text) : [];

const punctuationAround = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The texts of ranking nodes as typed. An alternative counts only together with the others of its node. */
export function lackedTexts(nodes: readonly QueryNode[], lacks: (word: string) => boolean): string[] {
  const textsOf = (node: QueryNode): string[] =>
    isGroup(node) ? node.nodes.flatMap(textsOf) : 'text' in node ? [node.text] : [];
  const isLacking = (node: QueryNode): boolean =>
    node.kind === 'or' ? node.nodes.every(isLacking) : wordsOf(node).some(lacks);
  const texts = nodes.filter(isLacking).flatMap(textsOf);
  return [...new Set(texts.map((text) => text.replace(punctuationAround, '')))];
}

/** The words of a question by which its hits are ranked. */
export interface WeighedQuestion {
  /** Significant words of the question. */
  texts: string[];
  /** Those of them that the library has. */
  words: WeightedWord[];
  /** For each of these words, the ids of the collections whose names contain it. */
  collectionIds: string[][];
  /** Score of a bookmark with all words. Words missing from the library count as its rarest ones. */
  full: number;
}

/** Weighs the words of the ranking conditions of a question. */
export async function weighQuestion(
  db: Database,
  { scope, prepared }: { scope: SearchScope; prepared: PreparedQuery },
  ranking: readonly QueryNode[],
): Promise<WeighedQuestion> {
  const texts = rankingWords(ranking.flatMap(wordsOf));
  if (texts.length === 0) return { texts, words: [], collectionIds: [], full: 0 };
  const meant = new Map(prepared.words.map(({ text, found }) => [text, found]));
  const known = await weighWords(db, scope.spaceIds, texts, { size: scope.size, meant });
  const all = texts.map(
    (text) => known.find((word) => word.text === text) ?? collectionWord(text, scope.size),
  );
  const named = await collectionsByWord(db, scope, all);
  const found = all.flatMap((word, place) => {
    const collectionIds = named[place] ?? [];
    return known.includes(word) || collectionIds.length > 0 ? [{ word, collectionIds }] : [];
  });
  const words = found.map(({ word }) => word);
  const sum = words.reduce((total, { weight }) => total + weight, 0);
  const full = sum + (texts.length - words.length) * Math.log(1 + scope.size);
  return { texts, words, collectionIds: found.map(({ collectionIds }) => collectionIds), full };
}

interface Named {
  id: string;
  name: string;
}

/** Reads the collections of the given spaces with the words of their names, largest first. */
async function readCollections(
  db: Executor,
  { accountId, spaceIds }: SpacesOfAccount,
): Promise<{ id: string; name: string; words: string[] }[]> {
  const { rows } = await executePrepared<Named>(
    db,
    'question-collections',
    sql`select id, name from collections
      where account_id = ${accountId} and space_id = any (${sql.param(spaceIds)}::uuid[]) and not is_default
      order by bookmark_count desc, id limit 2000`,
  );
  return rows.map((row) => ({ ...row, words: splitWords(row.name) }));
}

/** Returns a mapping by which a word that is a collection's name also matches its content: `my favorite recipes`. */
export async function alsoByCollection(
  db: Database,
  spaces: SpacesOfAccount,
): Promise<(node: QueryNode) => QueryNode> {
  const collections = await readCollections(db, spaces);
  const nameOf = new Map(collections.toReversed().map(({ name, words }) => [words.join(' '), name]));
  return (node) => {
    const name = node.kind === 'word' ? nameOf.get(queryWords(node.text).join(' ')) : undefined;
    return name === undefined ? node : { kind: 'or', nodes: [node, { kind: 'collection', name }] };
  };
}

/** Returns, for each word, the ids of the collections whose names contain it. */
async function collectionsByWord(
  db: Database,
  scope: SearchScope,
  words: readonly WeightedWord[],
): Promise<string[][]> {
  if (scope.collectionIds.length > 0) return words.map(() => []);
  const collections = await readCollections(db, scope);
  return words.map(({ text, strong }) =>
    collections
      .filter((collection) => collection.words.some((word) => strong.includes(word) || isNear(text, word)))
      .map(({ id }) => id),
  );
}
