import fc from 'fast-check';
import { z } from 'zod';
import { isBytes, type Endpoint } from '@/lib/contract/endpoint';

/** Ids for requests: rows of the caller by kind, and rows of other accounts. */
export interface KnownRows {
  bookmark: string;
  collection: string;
  spaceId: string;
  /** Id in the path of this operation. */
  target: string;
  foreign: readonly string[];
}

/** An arbitrary request to one operation. */
export interface HostileRequest {
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

type Property = Record<string, unknown>;

const strings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e308',
  'true',
  '..',
  '../../etc/passwd',
  '%2e%2e%2f',
  '%00',
  '%',
  '_',
  '\\',
  "'",
  '"',
  "' or 1=1 --",
  '$$',
  '/* */',
  ':*',
  '&',
  '!',
  '<->',
  '(',
  ')'.repeat(2_000),
  '#',
  '@',
  'site:',
  '"unclosed',
  '-',
  'title;drop table accounts',
  'password_hash',
  'ASC,(select pg_sleep(5))',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>',
  'http://',
  'http://[::1',
  'http://127.0.0.1:22/',
  'http://user:password@example.test/',
  'https://example.test/page',
  '//example.test',
  `https://example.test/${'a'.repeat(70_000)}`,
  'a'.repeat(50_000) + '!',
  '👩‍👩‍👧‍👦'.repeat(500),
  'Z̸̡̢͚̥͓'.repeat(2_000),
  'e\u0301',
  'İıß',
  '\u202Eabc',
  '\r\n{"level":"fatal"}',
  '\u001b[31m',
  ','.repeat(300),
  'a,b,a,B, c ,',
  'mw1.AAAA',
  'b93a1a',
  '000000',
  '2026-01-01T00:00:00Z',
];

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...strings) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

// Unusual, but valid as a name or a title.
const acceptableText = fc.oneof(
  fc.constantFrom(...strings.filter((text) => text.trim() !== '' && text.length <= 60 && isStorable(text))),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(isStorable),
);

const deep = (depth: number): unknown => (depth === 0 ? 'bottom' : [deep(depth - 1)]);

const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, 0, -0, -1, 1e308, 2 ** 53, 0.1, [], {}, [[]], [null], { a: { b: 1 } }),
  fc.constantFrom<unknown>(deep(500), JSON.parse('{"__proto__":{"polluted":1}}'), Array(5_000).fill('x')),
  fc.jsonValue(),
);

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

const links = fc.constantFrom(
  'https://example.test/page',
  'https://EXAMPLE.test:443/page?utm_source=x#part',
  'example.test',
  'javascript:alert(1)',
  'http://[::1',
  'http://127.0.0.1:22/',
  'mailto:a@example.test',
  'a link',
);

/** An envelope for saving or replacing one; sometimes invalid. */
const envelopeItem = (rows: KnownRows): fc.Arbitrary<unknown> =>
  fc.record(
    {
      uuid: fc.oneof(fc.uuid(), fc.constantFrom(rows.bookmark, ...rows.foreign)),
      cipher: fc.oneof(fc.constantFrom('mw1.AAAA', `mw1.${'A'.repeat(100)}`), hostileText),
      updatedAt: fc.constantFrom('2026-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'),
      createdAt: fc.constantFrom('2026-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'),
      collections: fc.constantFrom([], [rows.collection], [rows.collection, ...rows.foreign]),
      hint: hostileText,
    },
    { requiredKeys: ['uuid', 'cipher'] },
  );

/** Plausible values of a field, by its name. */
const byName = (rows: KnownRows): Record<string, fc.Arbitrary<unknown>> => ({
  collection: fc.constant(rows.collection),
  into: fc.constant(rows.collection),
  target: fc.constant(rows.spaceId),
  collections: fc.constantFrom([], [rows.collection], [rows.collection, rows.collection]),
  space: fc.constantFrom(rows.spaceId, 'current', 'all'),
  defaultSpace: fc.constant(rows.spaceId),
  from: fc.constant(rows.collection),
  uuids: fc.constantFrom([rows.bookmark], [rows.bookmark, rows.bookmark], [rows.bookmark, ...rows.foreign]),
  except: fc.constantFrom([], [rows.bookmark], rows.foreign),
  keep: fc.constantFrom(rows.bookmark, 'oldest', 'newest'),
  items: fc.array(envelopeItem(rows), { minLength: 1, maxLength: 3 }),
  after: fc.constant(rows.bookmark),
  before: fc.constant(rows.bookmark),
  uuid: fc.uuid(),
  url: links,
  code: fc.constantFrom('042917', '０４２９１７', '042 917', '000000'),
  expiresAt: fc.constantFrom('2999-01-01T00:00:00Z', '1999-01-01T00:00:00Z', null),
  email: fc.constantFrom('somebody@example.test', 'SOMEBODY@example.test', "o'neil+x@example.test"),
  password: fc.constantFrom('nanosecond wire', '12345678', 'sol e mar no verão'),
  tags: fc.constantFrom('a', 'a, b', 'A,a, é', ''),
  color: fc.constantFrom('b93a1a', 'FFFFFF'),
  page: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 200 }),
});

type Definitions = Record<string, Property>;

/** A value that is valid according to the schema. */
function plausibleValue(schema: Property, definitions: Definitions, rows: KnownRows): fc.Arbitrary<unknown> {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    return plausibleValue(definitions[reference.replace('#/$defs/', '')] ?? {}, definitions, rows);
  }
  const variants = schema['anyOf'];
  if (Array.isArray(variants)) {
    return fc.oneof(...variants.map((variant: Property) => plausibleValue(variant, definitions, rows)));
  }
  if (schema['type'] === 'object') return objectFields(schema, definitions, rows);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (schema['type'] === 'boolean') return fc.boolean();
  return schema['type'] === 'integer' || schema['type'] === 'number'
    ? fc.integer({ min: 1, max: 5 })
    : acceptableText;
}

const absent = Symbol('absent');

/** A field of an object: usually absent unless it is required, usually plausible, sometimes hostile. */
function field(
  plausible: fc.Arbitrary<unknown>,
  isRequired: boolean,
  rows: KnownRows,
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: isRequired ? 1 : 60, arbitrary: fc.constant(absent) },
    { weight: isRequired ? 60 : 24, arbitrary: plausible },
    { weight: 1, arbitrary: fc.constantFrom(...rows.foreign) },
    { weight: 2, arbitrary: hostileValue },
  );
}

/** The fields of an object, and sometimes an unknown one. */
function objectFields(
  schema: Property,
  definitions: Definitions,
  rows: KnownRows,
): fc.Arbitrary<Record<string, unknown>> {
  const known = byName(rows);
  const required = (schema['required'] ?? []) as string[];
  const properties = Object.entries((schema['properties'] ?? {}) as Definitions).map(([name, property]) => {
    const plausible = known[name] ?? plausibleValue(property, definitions, rows);
    return [name, field(plausible, required.includes(name), rows)] as const;
  });
  const unknown = fc.option(fc.tuple(hostileText, hostileValue), { freq: 1, nil: undefined });
  return fc
    .tuple(fc.record(Object.fromEntries(properties)), unknown, fc.nat(19))
    .map(([record, extra, dice]) => ({
      ...Object.fromEntries(Object.entries(record).filter(([, value]) => value !== absent)),
      ...(extra && dice === 0 ? { [extra[0]]: extra[1] } : {}),
    }));
}

/** The fields of an object schema, or of one of several variants. */
function fields(schema: z.ZodType | undefined, rows: KnownRows): fc.Arbitrary<Record<string, unknown>> {
  if (!schema) return fc.constant({});
  const printed = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const definitions = (printed.$defs ?? {}) as Definitions;
  const variants = (printed.oneOf ?? [printed]) as Property[];
  return fc.oneof(...variants.map((variant) => objectFields(variant, definitions, rows)));
}

const printable = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

const search = (query: Record<string, unknown>): string => {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name.toWellFormed(), printable(value)]),
  ).toString();
  return parameters === '' ? '' : `?${parameters}`;
};

const headerText = fc.constantFrom('', 'x', 'é', '*;q=9', ',,,', 'x'.repeat(10_000), '{}', '0'.repeat(36));

/** Usually the first, sometimes the second. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 20, arbitrary: usual }, { weight: 1, arbitrary: odd });

function bodyOf({ body }: Endpoint, rows: KnownRows): fc.Arbitrary<string | undefined> {
  if (!body) return fc.constant(undefined);
  const odd = fc.oneof(
    hostileText,
    hostileValue.map((value) => JSON.stringify(value)),
  );
  return mostly(isBytes(body) ? odd : fields(body, rows).map((value) => JSON.stringify(value)), odd);
}

/** Requests to one operation: parameters, query, headers and body, each usually valid and sometimes hostile. */
export function hostileRequest(endpoint: Endpoint, rows: KnownRows): fc.Arbitrary<HostileRequest> {
  const contentType = isBytes(endpoint.body) ? (endpoint.body.contentTypes[0] ?? '') : 'application/json';
  const foreign = fc.constantFrom(...rows.foreign);
  return fc
    .record({
      segment: mostly(
        fc.constant(rows.target),
        fc.oneof(
          foreign,
          hostileText.map((text) => text.toWellFormed()),
        ),
      ),
      query: fields(endpoint.query, rows),
      spaceId: mostly(fc.constantFrom(undefined, rows.spaceId), fc.oneof(foreign, headerText)),
      language: mostly(fc.constantFrom('en', 'pt-BR'), headerText),
      type: mostly(fc.constant(contentType), headerText),
      body: bodyOf(endpoint, rows),
    })
    .map(({ segment, query, spaceId, language, type, body }) => ({
      path: endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(segment)) + search(query),
      headers: {
        'accept-language': language,
        ...(spaceId !== undefined && { 'space-id': spaceId }),
        ...(body !== undefined && { 'content-type': type }),
      },
      body,
    }));
}
