import type { DateOp, QueryState } from '@/lib/domain/query/query';

/** Fields in which words are searched: all fields, or only one. */
export type TermField = 'all' | 'title' | 'url';

/**
 * A condition of a query that is ready for SQL: words are folded, names are resolved to ids, dates are instants. A
 * condition that no bookmark can fulfil is `nothing`.
 */
export type Term =
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Term[] }
  | { readonly kind: 'not'; readonly term: Term }
  | {
      readonly kind: 'words';
      readonly field: TermField;
      readonly words: readonly string[];
      /** Whether the words have to be adjacent, in this order. */
      readonly isPhrase: boolean;
    }
  /** A value that is one lexeme of the index: a tag, a host, a type. */
  | { readonly kind: 'lexeme'; readonly lexeme: string }
  | { readonly kind: 'in'; readonly collectionIds: readonly string[] }
  /** `from` is inclusive, `before` exclusive. */
  | { readonly kind: 'created' | 'visited'; readonly from: Date | null; readonly before: Date | null }
  | { readonly kind: 'never-visited' }
  | { readonly kind: 'visits'; readonly op: DateOp; readonly count: number }
  | { readonly kind: 'is'; readonly state: Exclude<QueryState, 'uncollected' | 'public'> }
  /** In a collection that is not one of these. */
  | { readonly kind: 'elsewhere'; readonly collectionIds: readonly string[] }
  | { readonly kind: 'nothing' };

/** The conditions that all have to be fulfilled. */
export const termConjuncts = (term: Term | null): readonly Term[] =>
  term === null ? [] : term.kind === 'and' ? term.terms.flatMap(termConjuncts) : [term];

/** Calls `visit` for a term and its parts, with whether they are negated. */
export function visitTerms(
  term: Term,
  visit: (term: Term, isNegated: boolean) => void,
  isNegated = false,
): void {
  visit(term, isNegated);
  if (term.kind === 'not') visitTerms(term.term, visit, !isNegated);
  if (term.kind === 'and' || term.kind === 'or') {
    for (const inner of term.terms) visitTerms(inner, visit, isNegated);
  }
}

export interface Statement {
  text: string;
  values: unknown[];
}
