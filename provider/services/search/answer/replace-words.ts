import type { QueryNode } from '@/lib/domain/query/query';
import { splitWords } from '@/lib/domain/search-words';
import { SearchedText } from '@/lib/domain/query/explain/find-word';
import type { Term } from '@/provider/services/search/term';

/** Folded words and what is to stand in their place. */
export type Replacements = ReadonlyMap<string, string>;

/** The conditions with other words, where they look for some; what must not be there stays as it is. */
export function replaceInTerm(term: Term, replacements: Replacements): Term {
  switch (term.kind) {
    case 'and':
    case 'or':
      return { ...term, terms: term.terms.map((inner) => replaceInTerm(inner, replacements)) };
    case 'words':
      return { ...term, words: term.words.map((word) => replacements.get(word) ?? word) };
    default:
      return term;
  }
}

/** The same in a query as it was written. */
export function replaceInNode(
  node: QueryNode,
  replacements: Replacements,
  spell: (word: string) => string,
): QueryNode {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { ...node, nodes: node.nodes.map((inner) => replaceInNode(inner, replacements, spell)) };
    case 'word':
    case 'phrase':
    case 'title':
    case 'url':
      return { ...node, text: replaceInText(node.text, replacements, spell) };
    default:
      return node;
  }
}

function replaceInText(text: string, replacements: Replacements, spell: (word: string) => string): string {
  let replaced = text;
  for (const word of splitWords(text)) {
    const meant = replacements.get(word);
    const range = meant === undefined ? null : new SearchedText(replaced).find({ text: word, found: [] });
    if (meant !== undefined && range !== null) {
      replaced = replaced.slice(0, range.start) + spell(meant) + replaced.slice(range.end);
    }
  }
  return replaced;
}

/** A folded word as a text spells it, in lower case; as it is where the text does not have it. */
export function spellingIn(text: string, word: string): string {
  const range = new SearchedText(text).find({ text: word, found: [] });
  const spelling = range && text.slice(range.start, range.end).toLowerCase();
  return spelling !== null && splitWords(spelling).join(' ') === word ? spelling : word;
}
