import { Parameters } from '@/provider/services/listing/parameters';
import { TermCompiler, type KnownWords } from '@/provider/services/search/compile-term';
import { conjunctsOf, type Term } from '@/provider/services/search/term';

/**
 * What the text of a page has at least, for a bookmark that is a hit by it and not without it, as a `tsquery`. Null
 * where the query asks for no word of a page, or for one among other conditions: then no page is looked for.
 */
export function pageLexemes(term: Term | null, known: KnownWords): string | null {
  const compiler = new TermCompiler(new Parameters(), known);
  const of = (inner: Term): string | null => {
    switch (inner.kind) {
      case 'words':
        return inner.field === 'all' ? compiler.pageLexemes(inner.words, inner.isPhrase) : null;
      case 'and': {
        const parts = inner.terms.flatMap((part) => of(part) ?? []);
        return parts.length === 0 ? null : `(${parts.join('&')})`;
      }
      case 'or': {
        const parts = inner.terms.map(of);
        return parts.includes(null) ? null : `(${parts.join('|')})`;
      }
      default:
        return null;
    }
  };
  const parts = conjunctsOf(term).flatMap((part) => of(part) ?? []);
  return parts.length === 0 ? null : parts.join('&');
}
