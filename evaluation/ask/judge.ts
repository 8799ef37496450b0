import { askedAt, askedIn, type Question } from '@/evaluation/ask/question';
import { library, libraryCollections } from '@/evaluation/ask/library';
import { simplifyNode, type Query, type QueryNode } from '@/lib/domain/query/query';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import { compileQuestion } from '@/provider/modules/ask/compile';
import type { Vocabulary } from '@/provider/modules/ask/vocabulary';

export interface Judged {
  text: string;
  /** Canonical text of the expected query, in which the order of conditions does not matter. */
  expected: string;
  compiled: string;
  isExact: boolean;
}

export const libraryVocabulary: Vocabulary = {
  collections: libraryCollections.map(({ name }) => name),
  tags: [...new Set(library.flatMap(({ tags = [] }) => tags))],
  hosts: [...new Set(library.map(({ url }) => new URL(url).host.replace(/^www\./, '')))],
};

function sorted(node: QueryNode): QueryNode {
  if (node.kind === 'not') return { kind: 'not', node: sorted(node.node) };
  if (node.kind !== 'and' && node.kind !== 'or') return node;
  const nodes = node.nodes.map(sorted).map((inner) => [JSON.stringify(inner), inner] as const);
  return { kind: node.kind, nodes: nodes.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, inner]) => inner) };
}

const printCanonical = ({ where, ...rest }: Query): string => {
  const simple = where && simplifyNode(where);
  return printQuery({ ...rest, where: simple && sorted(simple) });
};

/** Compares the compiled question with its expected query. */
export function judgeQuestion([text, meaning]: Question, locale: string): Judged {
  const context = { now: askedAt, timeZone: askedIn, locale, vocabulary: libraryVocabulary };
  const expected = printCanonical(parseQuery(meaning).query);
  const compiled = printCanonical(compileQuestion(text, context));
  return { text, expected, compiled, isExact: compiled === expected };
}
