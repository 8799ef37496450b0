import { queryWords } from '@/lib/domain/query/query-words';
import { dateBounds } from '@/lib/domain/query/dates';
import type { QueryNode } from '@/lib/domain/query/query';
import { limitWords } from '@/lib/domain/search-terms';
import { hostLexeme, hostWordLexeme, splitWords, tagLexeme, typeLexeme } from '@/lib/domain/search-words';
import type { CollectionNames } from '@/provider/services/search/find-collections';
import type { Term } from '@/provider/services/search/term';

export interface TermContext {
  now: Date;
  timeZone: string;
  names: CollectionNames;
}

/** What a query of ten thousand characters may cost: conditions beyond these are left out, as are deeper groups. */
const leavesMax = 128;
const depthMax = 24;
const phraseMax = 64;
const lexemeMax = 500;

/** The leaves of a query, as many as are regarded. */
export function leavesOf(where: QueryNode | null): QueryNode[] {
  const leaves: QueryNode[] = [];
  const visit = (node: QueryNode, depth: number): void => {
    if (depth > depthMax || leaves.length >= leavesMax) return;
    if (node.kind === 'and' || node.kind === 'or') for (const inner of node.nodes) visit(inner, depth + 1);
    else if (node.kind === 'not') visit(node.node, depth + 1);
    else leaves.push(node);
  };
  if (where !== null) visit(where, 0);
  return leaves;
}

const isText = (node: QueryNode): node is Extract<QueryNode, { text: string }> => 'text' in node;

/** The conditions of a query; null where it has none, or only ones without a letter, digit or emoji. */
export function buildTerm(where: QueryNode | null, context: TermContext): Term | null {
  const leaves = leavesOf(where);
  const words = limitWords(leaves.filter(isText).flatMap(({ text }) => queryWords(text)));
  return where && new TermBuilder(context, new Set(leaves), new Set(words)).build(where);
}

/** Said again, a condition is none. */
const different = (terms: readonly Term[]): Term[] => [
  ...new Map(terms.map((term) => [JSON.stringify(term), term])).values(),
];

class TermBuilder {
  constructor(
    private readonly context: TermContext,
    private readonly leaves: ReadonlySet<QueryNode>,
    private readonly words: ReadonlySet<string>,
  ) {}

  build(node: QueryNode, depth = 0): Term | null {
    if (depth > depthMax) return null;
    switch (node.kind) {
      case 'and':
      case 'or': {
        const terms = different(
          node.nodes.map((inner) => this.build(inner, depth + 1)).filter((term) => term !== null),
        );
        return terms.length > 1 ? { kind: node.kind, terms } : (terms[0] ?? null);
      }
      case 'not': {
        const term = this.build(node.node, depth + 1);
        return term && { kind: 'not', term };
      }
      default:
        return this.leaves.has(node) ? this.leaf(node) : null;
    }
  }

  private leaf(node: QueryNode): Term | null {
    switch (node.kind) {
      case 'word':
        return this.text('all', node.text, false);
      case 'phrase':
        return this.text('all', node.text, true);
      case 'title':
      case 'url':
        return this.text(node.kind, node.text, node.isPhrase);
      case 'tag':
        return this.lexeme(tagLexeme(node.name));
      case 'site':
        return this.site(node.host);
      case 'type':
        return this.lexeme(typeLexeme(node.type));
      case 'collection':
        return this.context.names.term(node.name);
      case 'is':
        return this.state(node);
      case 'visits':
        return node;
      case 'date':
      case 'dates':
        return this.date(node);
      default:
        return { kind: 'nothing' };
    }
  }

  /** `github` names a site as people do: whatever stands before and behind it. */
  private site(host: string): Term {
    if (/[.:]/.test(host)) return this.lexeme(hostLexeme(host));
    const labels = splitWords(host).map((word) => this.lexeme(hostWordLexeme(word)));
    return labels.length === 0 ? { kind: 'nothing' } : { kind: 'and', terms: labels };
  }

  /** A lexeme that is longer than any in the index would be refused. */
  private lexeme(lexeme: string): Term {
    return lexeme.length > lexemeMax ? { kind: 'nothing' } : { kind: 'lexeme', lexeme };
  }

  private text(field: 'all' | 'title' | 'url', text: string, isPhrase: boolean): Term | null {
    const words = queryWords(text).filter((word) => this.words.has(word));
    if (words.length === 0) return null;
    return {
      kind: 'words',
      field,
      words: isPhrase ? words.slice(0, phraseMax) : [...new Set(words)],
      isPhrase,
    };
  }

  private state({ state }: QueryNode & { kind: 'is' }): Term {
    if (state === 'public') return { kind: 'in', collectionIds: this.context.names.publicIds };
    if (state !== 'uncollected') return { kind: 'is', state };
    const collectionIds = this.context.names.defaultIds;
    const isElsewhere: Term = { kind: 'elsewhere', collectionIds };
    return {
      kind: 'and',
      terms: [
        { kind: 'in', collectionIds },
        { kind: 'not', term: isElsewhere },
      ],
    };
  }

  private date(node: QueryNode & { kind: 'date' | 'dates' }): Term {
    const { from, to, never } = dateBounds(node, this.context);
    return never ? { kind: 'never-visited' } : { kind: node.field, from, before: to };
  }
}
