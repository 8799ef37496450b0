import {
  compileQuery,
  hasPhrase,
  wordsMeant,
  wordsOf,
  type MatchContext,
  type SearchedBookmark,
  type TextWords,
} from '@/lib/domain/query/match';
import { isRanking, optionalNodes, wholeWords, withoutNodes } from '@/lib/domain/query/parts';
import {
  conjunctsOf,
  hasWords,
  isGroup,
  joinNodes,
  type Query,
  type QueryNode,
} from '@/lib/domain/query/query';
import {
  collectionShare,
  phraseBonus,
  recencyOf,
  scoreMax,
  shareOf,
  spaceBonus,
  type FieldCode,
  type WordForm,
} from '@/lib/domain/query/ranking';
import { weightOf } from '@/lib/domain/query/common-words';
import { formsOf } from '@/lib/domain/query/word-forms';
import { queryWords, splitWords } from '@/lib/domain/search-words';

/** A bookmark to be ranked. */
export interface RankedBookmark extends SearchedBookmark {
  readonly titleKey: string;
}

export interface RankContext extends MatchContext {
  /** Weights of folded words of the query, see rarityOf. Missing ones have the weight of weightOf. */
  readonly weights?: ReadonlyMap<string, number>;
  /** Words with a similar meaning, by folded word of the query. */
  readonly meanings?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns the form in which the spelling of a word matches that of a word of the query; null if it does not. */
function formOf(word: string, searched: string, near: ReadonlySet<string>): WordForm | null {
  if (searched.length > 1 && word.startsWith(searched)) return 'begun';
  if (near.has(word)) return formsOf(searched)(word) ? 'inflected' : 'near';
  return searched.length >= 3 && word.includes(searched) ? 'part' : null;
}

const codes: readonly FieldCode[] = ['t', 'g', 'h', 'x', 'n'];
const none: ReadonlySet<string> = new Set();

type ShareOfText = (words: TextWords, bookmark: RankedBookmark) => number;

/** Returns the share of a word in a bookmark, by its best field and form. A whole word matches only itself. */
function compileWord(searched: string, isWhole: boolean, context: RankContext): ShareOfText {
  const near = wordsMeant(searched, context);
  const meanings = context.meanings?.get(searched) ?? none;
  const formOfWord = new Map<string, WordForm | null>();
  const form = (word: string): WordForm | null => {
    const known = formOfWord.get(word);
    if (known !== undefined) return known;
    const spelled = isWhole ? null : formOf(word, searched, near);
    const found = word === searched ? 'exact' : (spelled ?? (meanings.has(word) ? 'meaning' : null));
    formOfWord.set(word, found);
    return found;
  };
  return ({ fields }, { collections }) => {
    let best = collections.some((name) => splitWords(name).includes(searched)) ? collectionShare : 0;
    for (const code of codes) {
      for (const text of fields[code]) {
        for (const word of text) {
          const found = form(word);
          if (found !== null) best = Math.max(best, shareOf(code, found));
        }
      }
    }
    return best;
  };
}

/**
 * Returns the score of a bookmark for a query, see ranking.ts; null without a match. Every hit fulfils `within`, the
 * query of the searched smart collection.
 */
export function compileScore(
  query: Query,
  within: QueryNode | null,
  context: RankContext,
): (bookmark: RankedBookmark) => number | null {
  const optional = optionalNodes(query);
  const isWithin = compileQuery({ where: within, sort: null, limit: null }, context);
  const needed = withoutNodes(query, optional);
  const isFull = compileQuery(needed, context);
  const whole = wholeWords(needed.where);
  const ranking = conjunctsOf(query.where).filter(isRanking);
  const conditions = withoutNodes(query, ranking);
  const isInside = compileQuery(conditions, context);
  const texts = [...new Set(ranking.flatMap(wordsOfNode))];
  const words = texts.map((text) => ({
    text,
    share: compileWord(text, whole.has(text), context),
    weight: context.weights?.get(text) ?? weightOf(text),
  }));
  const required = new Set(
    wordsOfNode(
      joinNodes(
        'and',
        ranking.filter((node) => !optional.includes(node)),
      ) ?? emptyNode,
    ),
  );
  const isRanked = query.where !== null && hasWords(query.where);
  const now = context.now.getTime();
  return (bookmark) => {
    const { text } = bookmark;
    if (!isWithin(bookmark)) return null;
    const isWhole = isFull(bookmark);
    if (text === null || !isRanked) return isWhole ? 1 : null;
    if (!isWhole && (words.length === 0 || !isInside(bookmark))) return null;
    const searched = wordsOf(text);
    let [sum, total] = [0, 0];
    for (const { text: word, share, weight } of words) {
      const factor = isWhole ? (required.has(word) ? 1 : weight) : weight;
      sum += factor * share(searched, bookmark);
      total += factor;
    }
    if (!isWhole && sum === 0) return null;
    const adjacent = texts.length > 1 && hasPhrase(splitWords(bookmark.titleKey), texts) ? phraseBonus : 0;
    const recency = recencyOf({ createdAt: bookmark.createdAt.getTime(), visits: bookmark.visits }, now);
    const score = ((total === 0 ? 0 : sum / total) + adjacent + recency + spaceBonus) / scoreMax;
    return isWhole ? 1 + score : score;
  };
}

const emptyNode: QueryNode = { kind: 'and', nodes: [] };

/** The folded words of a node, in order. */
function wordsOfNode(node: QueryNode): string[] {
  if (isGroup(node)) return node.nodes.flatMap(wordsOfNode);
  return node.kind === 'word' || node.kind === 'phrase' ? queryWords(node.text) : [];
}
