import { joinNodes, type QueryNode } from '@/lib/domain/query/query';
import { expand } from '@/provider/modules/ask/phrases';
import { pattern, type TokenList } from '@/provider/modules/ask/tokens';

interface PageLanguage {
  readonly english: string;
  readonly portuguese: string;
  /** Pattern of the folded Portuguese adjective. The English one is the name of the language. */
  readonly adjective: string;
}

const languages: readonly PageLanguage[] = [
  { english: 'portuguese', portuguese: 'português', adjective: 'portugues(?:es|as?)?' },
  { english: 'english', portuguese: 'inglês', adjective: 'ingles(?:es|as?)?' },
  { english: 'spanish', portuguese: 'espanhol', adjective: 'espanho(?:l|is|las?)' },
  { english: 'french', portuguese: 'francês', adjective: 'frances(?:es|as?)?' },
  { english: 'german', portuguese: 'alemão', adjective: 'alem(?:ao|aes|as?)' },
  { english: 'italian', portuguese: 'italiano', adjective: 'italian[oa]s?' },
  { english: 'japanese', portuguese: 'japonês', adjective: 'japones(?:es|as?)?' },
  { english: 'chinese', portuguese: 'chinês', adjective: 'chines(?:es|as?)?' },
];

const page = expand('(?:{anyNoun}|textos?|<type>)');
const written =
  '(?:(?:that|which) (?:is|are) |que (?:esta|estao|sao|seja|sejam) )?(?:written |escrit[oa]s? )?';
const begins = expand('{begins}');
const ends = expand('(?= (?:<|,|$|{afterLanguage} ))');

const compiled = languages.map(({ english, portuguese, adjective }) => {
  const name = `(?:${english}|${adjective})`;
  return {
    rules: [
      pattern(`(?<= ${page}(?: [^ ,<>]+){0,4} )${written}(?:in|em) ${name}${ends}`),
      pattern(`${begins}${english}(?= ${page} )`),
      pattern(`(?<= ${page} )${adjective}${ends}`),
    ],
    names: [english, portuguese] as const,
  };
});

/**
 * Finds the language of a page: `portuguese articles`, `artigos em português`. A bookmark does not state its language,
 * so the question asks for pages that name it, in English or Portuguese. Runs after findPlaces, since a collection of
 * that name takes precedence.
 */
export function findLanguages(list: TokenList): void {
  for (const { rules, names } of compiled) {
    const nodes = names.map((text): QueryNode => ({ kind: 'word', text }));
    const node = joinNodes('or', nodes);
    if (node === null) continue;
    for (const rule of rules) list.rewrite(rule, () => ({ kind: 'language', node }));
  }
}
