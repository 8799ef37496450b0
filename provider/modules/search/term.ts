import type { DateOp, QueryState } from '@/lib/domain/query/query';

/** Where words are looked for: in every field, or in one only. */
export type TermField = 'all' | 'title' | 'url';

/**
 * A condition of a query that is ready for SQL: words are folded, names are looked up, dates are instants. What cannot
 * be meant by any bookmark is `nothing`.
 */
export type Term =
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Term[] }
  | { readonly kind: 'not'; readonly term: Term }
  | {
      readonly kind: 'words';
      readonly field: TermField;
      readonly words: readonly string[];
      /** Next to each other, in this order. */
      readonly isPhrase: boolean;
    }
  /** What the index holds as a whole: a tag, a host, a type. */
  | { readonly kind: 'lexeme'; readonly lexeme: string }
  | { readonly kind: 'in'; readonly collectionIds: readonly string[] }
  /** From the one instant on, and before the other. */
  | { readonly kind: 'created' | 'visited'; readonly from: Date | null; readonly before: Date | null }
  | { readonly kind: 'never-visited' }
  | { readonly kind: 'visits'; readonly op: DateOp; readonly count: number }
  | { readonly kind: 'is'; readonly state: Exclude<QueryState, 'uncollected' | 'public'> }
  /** In a collection that is not one of these. */
  | { readonly kind: 'elsewhere'; readonly collectionIds: readonly string[] }
  /** One of these bookmarks. */
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'nothing' };

/** The conditions that all have to be fulfilled. */
export const termConjuncts = (term: Term | null): readonly Term[] =>
  term === null ? [] : term.kind === 'and' ? term.terms.flatMap(termConjuncts) : [term];

/** Visits a term and its parts, with whether they are negated. */
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

/** A bookmark that answers: how well, and what orders those that answer equally well. */
export interface Hit {
  id: string;
  /** 1 is best. */
  tier: number;
  /** Values of the keys of the order, as the database prints them, in UTC. */
  keys: string[];
}

/** A position in the order of results: after this hit, or before the first where null. */
export type ResultPosition = Hit | null;

export interface Statement {
  text: string;
  values: unknown[];
}
