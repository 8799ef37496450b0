import { Problem } from '@/provider/problem';

const empty: Readonly<Record<string, string>> = Object.freeze({});

/**
 * The parameters behind the question mark, decoded once. A parameter that is given twice is refused (422): which of
 * the two counts would be a guess, and guesses differ between the servers that a request passes.
 */
export function readQuery(url: string): Readonly<Record<string, string>> {
  const start = url.indexOf('?');
  if (start === -1) return empty;
  const end = url.indexOf('#', start);
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(end === -1 ? url.slice(start) : url.slice(start, end))) {
    if (name in query) {
      throw new Problem('VALIDATION_FAILED', {
        issues: [{ path: name.slice(0, 64), code: 'repeated_parameter' }],
      });
    }
    query[name] = value;
  }
  return query;
}
