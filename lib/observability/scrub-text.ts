/** The address of the app, and what remains of texts and addresses in a report. */
export interface Scrubber {
  text: (value: string) => string;
  /** An address as a path of the app whose private segments are masked; `[link]` for any other site. */
  url: (value: string) => string;
}

const URLS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)\]}]+/gi;
const OTHER_SCHEMES = /\b(?:data|mailto|javascript|blob|about|chrome|file):[^\s"'<>)\]]+/gi;
const PATHS = /(?<=^|[\s("'`[])\/[^\s"'<>\]`]+/g;
const QUOTED = /(?<keep>\((?:reading|setting) )?(?<quote>["'`“‘])(?:(?!\k<quote>|[”’]).)*["'`”’]/gs;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // Drizzle quotes the statement with its parameters.
  [/(?:Failed query|params):[^]*/g, '[query]'],
  // The SDK's own words about a value that was thrown in the place of an error.
  [/ with (?:value|keys): [^]*/g, ''],
  [/\bmw1\.[\w-]+/g, '[envelope]'],
  [/[^\s"'<>(),;:@]+@[^\s"'<>(),;:@]+/g, '[email]'],
  [/\b(?<code>E[A-Z_]{4,}) \S+/g, '$<code> [host]'],
  [/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, '[id]'],
  // Tokens, keys, hashes: long runs without a space, unless they are a name in the code.
  [/\b(?=[\w-]*\d)[\w-]{20,}(?:\.[\w-]+)*/g, '[token]'],
  [/\b\d{5,}\b/g, '[number]'],
];

const MAX_CHARACTERS = 1_000;

/** `ownOrigin` is the address of the app: only there do paths mean something to its developers. */
export function createScrubber(ownOrigin: string): Scrubber {
  const url = (value: string): string => {
    const parsed = URL.parse(value, ownOrigin);
    return parsed?.origin === ownOrigin ? scrubPath(parsed.pathname) : '[link]';
  };
  const text = (value: string): string => {
    let scrubbed = value.slice(0, MAX_CHARACTERS).replaceAll(PATHS, url).replaceAll(URLS, url);
    scrubbed = scrubbed.replaceAll(OTHER_SCHEMES, '[link]');
    // What an error quotes is a value; the name of a property that is missing is not.
    scrubbed = scrubbed.replaceAll(QUOTED, (whole, keep?: string) => (keep === undefined ? '"…"' : whole));
    for (const [pattern, replacement] of PATTERNS) scrubbed = scrubbed.replaceAll(pattern, replacement);
    return scrubbed;
  };
  return { text, url };
}

/** Segments are kept where they are words of the app's own routes. Files of the build are kept whole. */
function scrubPath(pathname: string): string {
  if (pathname.startsWith('/_next/static/')) return pathname;
  const segments = pathname.split('/');
  const shared = segments.indexOf('public');
  return segments
    .map((segment, index) => {
      const isRoute = /^(?:v1|[a-z]+(?:-[a-z]+){0,3}(?:\.[a-z]+)?)?$/.test(segment);
      // The name of a shared collection is part of its address.
      return isRoute && (shared === -1 || index <= shared) ? segment : '*';
    })
    .join('/');
}

/** An object from outside, of which nothing is known. */
export type Fields = Record<string, unknown>;

/** Texts among the attributes of a span or a breadcrumb. Numbers are kept, other texts are not. */
const ATTRIBUTES = new Set([
  ...['sentry.op', 'sentry.origin', 'sentry.source', 'http.method', 'http.request.method', 'method', 'type'],
  ...['navigation.type', 'network.protocol.name', 'resource.render_blocking_status'],
]);
const ADDRESSES = new Set(['url', 'http.url', 'url.full', 'url.path', 'from', 'to']);

/** "GET /v1/…", an address, or a name. Elements lose their attributes, which contain titles. */
export const scrubDescription = (description: string, { text }: Scrubber): string =>
  text(description.replaceAll(/\[[^\]]*\]?/g, ''));

/** Numbers, flags, addresses, and texts that are known to say nothing private. */
export function scrubAttributes(data: Fields, { url }: Scrubber): Fields {
  const entries = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
    if (typeof value !== 'string') return [];
    if (ADDRESSES.has(name)) return [[name, url(value)]];
    return ATTRIBUTES.has(name) ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Messages of breadcrumbs name elements by their labels, and labels contain titles. */
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
