/** Scrubs texts and URLs of a report. */
export interface Scrubber {
  text: (value: string) => string;
  /** Reduces a URL to a path of the app with masked private segments; `[link]` for any other site. */
  url: (value: string) => string;
}

const URLS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)\]}]+/gi;
const OTHER_SCHEMES = /\b(?:data|mailto|javascript|blob|about|chrome|file):[^\s"'<>)\]]+/gi;
const PATHS = /(?<=^|[\s("'`[])\/[^\s"'<>\]`]+/g;
const QUOTED = /(?<keep>\((?:reading|setting) )?(?<quote>["'`“‘])(?:(?!\k<quote>|[”’]).)*["'`”’]/gs;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // Drizzle error messages contain the statement with its parameters.
  [/(?:Failed query|params):[^]*/g, '[query]'],
  // The SDK's description of a thrown value that is not an error.
  [/ with (?:value|keys): [^]*/g, ''],
  [/\bmw1\.[\w-]+/g, '[envelope]'],
  [/[^\s"'<>(),;:@]+@[^\s"'<>(),;:@]+/g, '[email]'],
  [/\b(?<code>E[A-Z_]{4,}) \S+/g, '$<code> [host]'],
  [/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, '[id]'],
  // Tokens, keys, hashes: long runs without a space; identifiers in code are excluded.
  [/\b(?=[\w-]*\d)[\w-]{20,}(?:\.[\w-]+)*/g, '[token]'],
  [/\b\d{5,}\b/g, '[number]'],
];

const MAX_CHARACTERS = 1_000;

/** Creates a scrubber. Paths are kept only for `ownOrigin`, the origin of the app. */
export function createScrubber(ownOrigin: string): Scrubber {
  const url = (value: string): string => {
    const parsed = URL.parse(value, ownOrigin);
    return parsed?.origin === ownOrigin ? scrubPath(parsed.pathname) : '[link]';
  };
  const text = (value: string): string => {
    let scrubbed = value.slice(0, MAX_CHARACTERS).replaceAll(PATHS, url).replaceAll(URLS, url);
    scrubbed = scrubbed.replaceAll(OTHER_SCHEMES, '[link]');
    // A quoted text is a value, except the name of a missing property.
    scrubbed = scrubbed.replaceAll(QUOTED, (whole, keep?: string) => (keep === undefined ? '"…"' : whole));
    for (const [pattern, replacement] of PATTERNS) scrubbed = scrubbed.replaceAll(pattern, replacement);
    return scrubbed;
  };
  return { text, url };
}

/** Keeps segments that look like route names. Paths of build files are kept completely. */
function scrubPath(pathname: string): string {
  if (pathname.startsWith('/_next/static/')) return pathname;
  const segments = pathname.split('/');
  const shared = segments.indexOf('public');
  return segments
    .map((segment, index) => {
      const isRoute = /^(?:v1|[a-z]+(?:-[a-z]+){0,3}(?:\.[a-z]+)?)?$/.test(segment);
      // The path of a shared collection contains its name.
      return isRoute && (shared === -1 || index <= shared) ? segment : '*';
    })
    .join('/');
}

/** An untrusted object of unknown shape. */
export type Fields = Record<string, unknown>;

/** String attributes of spans and breadcrumbs that are kept; other strings are removed, numbers are kept. */
const ATTRIBUTES = new Set([
  ...['sentry.op', 'sentry.origin', 'sentry.source', 'http.method', 'http.request.method', 'method', 'type'],
  ...['navigation.type', 'network.protocol.name', 'resource.render_blocking_status'],
]);
const ADDRESSES = new Set(['url', 'http.url', 'url.full', 'url.path', 'from', 'to']);

/** Scrubs "GET /v1/…", a URL, or a name. Attribute selectors are removed from elements because they contain titles. */
export const scrubDescription = (description: string, { text }: Scrubber): string =>
  text(description.replaceAll(/\[[^\]]*\]?/g, ''));

/** Keeps numbers, booleans, scrubbed URLs, and strings that are known to contain nothing private. */
export function scrubAttributes(data: Fields, { url }: Scrubber): Fields {
  const entries = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
    if (typeof value !== 'string') return [];
    if (ADDRESSES.has(name)) return [[name, url(value)]];
    return ATTRIBUTES.has(name) ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Omits breadcrumb messages: they identify elements by labels, which contain titles. */
export function scrubBreadcrumb(breadcrumb: Fields, scrubber: Scrubber): Fields {
  const { data } = breadcrumb;
  return {
    ...pick(breadcrumb, ['timestamp', 'type', 'category', 'level']),
    ...(isFields(data) && { data: scrubAttributes(data, scrubber) }),
  };
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export const pick = (value: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])));
