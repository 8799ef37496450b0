import { z } from 'zod';
import type { TokenScope } from '@/lib/contract/tokens';
import { isBytes, type Bytes, type Endpoint } from '@/lib/contract/endpoint';
import { contract, operationIds } from '@/lib/contract/index';
import { ProblemBody, problemCodes, problemStatus, type ProblemCode } from '@/lib/contract/problem';
import { serviceLimits } from '@/lib/contract/service-limits';

/** Returns every problem with which an operation can respond: the declared ones and those implied by its definition. */
export function documentedProblems(endpoint: Endpoint): ProblemCode[] {
  const codes = new Set<ProblemCode>(endpoint.problems);
  const add = (...more: ProblemCode[]): void => more.forEach((code) => codes.add(code));
  add('MALFORMED_REQUEST', 'RATE_LIMITED', 'INTERNAL', 'SERVICE_UNAVAILABLE');
  if (endpoint.audience !== 'none') add('UNAUTHENTICATED');
  if (endpoint.method !== 'GET') add('DISK_FULL');
  if (endpoint.audience !== 'none') add('ACCOUNT_SUSPENDED', 'OTHER_ACCOUNT', 'SPACE_NOT_FOUND');
  if (endpoint.idempotent) add('CONFLICT');
  const isForMembers = endpoint.audience === 'member' || endpoint.audience === 'optional';
  if (isForMembers && (endpoint.sessionOnly || endpoint.method !== 'GET')) add('INSUFFICIENT_SCOPE');
  if (endpoint.audience === 'admin' || endpoint.params) add('NOT_FOUND');
  if (endpoint.query) add('VALIDATION_FAILED');
  if (endpoint.body && !isBytes(endpoint.body)) {
    add('VALIDATION_FAILED', 'MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  }
  if (endpoint.body && isBytes(endpoint.body)) add('BODY_TOO_LARGE');
  return problemCodes.filter((code) => codes.has(code));
}

type JsonSchema = Record<string, unknown>;

const definitions = '#/$defs/';
const components = '#/components/schemas/';

/** Removes keywords that Zod prints in addition to the contract. */
function simplify(schema: JsonSchema, io: 'input' | 'output'): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['format'] === 'date-time') delete schema['pattern'];
  // Clients must accept fields that later releases add.
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties'];
}

const withComponentRefs = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(`"${definitions}`, `"${components}`));

/**
 * Prints schemas as JSON Schema. Schemas with an id become components to which others refer. Throws if two different
 * schemas have the same id.
 */
function createSchemaPrinter(): {
  print: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  components: () => Record<string, JsonSchema>;
} {
  const found = new Map<string, JsonSchema>();
  return {
    print: (schema, io) => {
      const printed = z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => simplify(jsonSchema, io),
      });
      const { $schema: _, $defs = {}, ...root } = withComponentRefs(printed) as JsonSchema;
      for (const [id, definition] of Object.entries($defs as Record<string, JsonSchema>)) {
        const known = found.get(id);
        if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
          throw new Error(`two different schemas are called ${id}`);
        }
        found.set(id, definition);
      }
      return root;
    },
    components: () => Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

type Print = ReturnType<typeof createSchemaPrinter>['print'];

const spaceHeader = {
  name: 'Space-Id',
  in: 'header',
  required: false,
  description: 'UUID of the space to use. Defaults to the current space of the account.',
  schema: { $ref: '#/components/schemas/Uuid' },
};

const accountHeader = {
  name: 'Account-Id',
  in: 'header',
  required: false,
  description:
    'UUID of the intended account. Returns 409 `OTHER_ACCOUNT` if the token belongs to another account.',
  schema: { $ref: '#/components/schemas/Uuid' },
};

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Unique key for this request, 8 to 64 characters, for example a UUID. Repeating the request with the same key ' +
    'within 30 days changes nothing and returns 204 with `Idempotency-Replayed: true`. A UUID is also the ID for ' +
    'undoing a change of `POST /v1/bookmarks/bulk` with `POST /v1/bookmarks/undo/{uuid}`, even if the response was ' +
    'lost. Returns 409 `CONFLICT` if another change has that ID.',
  schema: { type: 'string', pattern: '^[\\w.-]{8,64}$' },
};

// The HTTP server refuses these before a handler sees the request, without a body.
const headersTooLarge = { description: 'The request headers exceed 16 kB.' };

const statusWords: Readonly<Record<number, string>> = {
  200: 'OK.',
  201: 'Created.',
  202: 'Accepted. Processing continues in the background.',
  204: 'No content.',
  302: 'Found at another URL.',
  304: 'Not modified.',
};

/** The tags of the document: an operation has the one before the dot of its id. */
const tags: Readonly<Record<string, string>> = {
  account: 'The account of the caller, its sessions and personal access tokens.',
  admin: 'Administration of the installation.',
  auth: 'Sign-up, sign-in and password reset.',
  billing: 'Subscription and payments.',
  bookmarks: 'Bookmarks, their import and export, encryption and duplicates.',
  collections: 'Collections, public collections and suggestions.',
  copies: 'Saved copies of pages, and the space that they use.',
  feedback: 'Bug reports.',
  highlights: 'Annotated passages of pages.',
  preview: 'Icons of sites.',
  search: 'Search, filters and example questions.',
  service: 'Health check and this document.',
  spaces: 'Spaces.',
  tags: 'Tags.',
};

/** The OpenAPI 3.1 document of the contract: the published form of the schemas that validate the requests. */
export function buildOpenApi(version: string): JsonSchema {
  const { print, components } = createSchemaPrinter();
  const problem = print(ProblemBody, 'output');
  const refusals: Refusals = new Map();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const id of operationIds) {
    const endpoint: Endpoint = contract[id];
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = describeOperation(
      endpoint,
      print,
      describeProblems(endpoint, problem, refusals),
    );
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Markwell',
      version,
      contact: { name: 'The administrator of this installation' },
      description:
        'Bookmarks, collections and spaces. Error messages use the language of `Accept-Language`.\n\n' +
        'Request bodies are JSON in UTF-8 (RFC 8259). A byte order mark is ignored. Another `charset` returns 415 ' +
        '`UNSUPPORTED_MEDIA_TYPE`, a field that occurs twice in an object 400 `MALFORMED_BODY`. More than ' +
        `${serviceLimits.jsonDepth} levels, ${serviceLimits.jsonKeys} fields of an object or ` +
        `${serviceLimits.jsonValues.toLocaleString('en')} values return 422 \`VALIDATION_FAILED\`.`,
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components(),
      responses: { ...Object.fromEntries(refusals), HEADERS_TOO_LARGE: headersTooLarge },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Access token of a session.' },
        readToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Personal access token (`mwp_…`) with the scope `read`, which allows GET requests, or `write`.',
        },
        writeToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Personal access token (`mwp_…`) with the scope `write`, which allows all requests except those that require ' +
            'a session.',
        },
      },
    },
  };
}

/** Whether personal access tokens are rejected: administrator operations return 404 for them. */
const requiresSession = ({ audience, sessionOnly }: Endpoint): boolean =>
  audience === 'admin' || sessionOnly === true;

const scopeOf = ({ method }: Endpoint): TokenScope => (method === 'GET' ? 'read' : 'write');

function describeSecurity(endpoint: Endpoint): Record<string, string[]>[] {
  if (endpoint.audience === 'none') return [];
  return [
    ...(endpoint.audience === 'optional' ? [{}] : []),
    { session: [] },
    ...(requiresSession(endpoint) ? [] : [{ [`${scopeOf(endpoint)}Token`]: [] }]),
  ];
}

function describeAccess(endpoint: Endpoint): string {
  if (endpoint.audience === 'none') return 'No authentication required.';
  if (endpoint.audience === 'optional') return 'Authentication is optional.';
  if (endpoint.audience === 'admin')
    return 'Requires a session of an administrator. Other callers receive 404.';
  return endpoint.sessionOnly
    ? 'Requires a session. Personal access tokens are rejected.'
    : `Requires a session or a personal access token with the scope \`${scopeOf(endpoint)}\`.`;
}

/** The first sentence of an endpoint's summary is the title; the others begin the description. */
function describePurpose(endpoint: Endpoint): { summary: string; description: string } {
  const [title = '', ...details] = endpoint.summary.split(/(?<=\.) (?=[A-Z`])/);
  return { summary: title.replace(/\.$/, ''), description: [...details, describeAccess(endpoint)].join(' ') };
}

function describeOperation(
  endpoint: Endpoint,
  print: Print,
  problems: Record<string, JsonSchema>,
): JsonSchema {
  const isOpen = endpoint.audience === 'none';
  const parameters = [
    ...describeParameters(endpoint.params, 'path', print),
    ...describeParameters(endpoint.query, 'query', print),
    ...(isOpen || endpoint.id === 'auth.logout' ? [] : [spaceHeader, accountHeader]),
    ...(endpoint.idempotent ? [idempotencyHeader] : []),
  ];
  return {
    operationId: endpoint.id,
    ...describePurpose(endpoint),
    tags: [endpoint.id.slice(0, endpoint.id.indexOf('.'))],
    security: describeSecurity(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: { required: true, content: describeContent(endpoint.body, 'input', print) },
    }),
    responses: {
      ...describeReplies(endpoint, print),
      ...(endpoint.idempotent && { 204: { description: statusWords[204] } }),
      ...problems,
      431: { $ref: '#/components/responses/HEADERS_TOO_LARGE' },
    },
  };
}

function describeParameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  print: Print,
): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = print(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function describeContent(type: z.ZodType | Bytes, io: 'input' | 'output', print: Print): JsonSchema {
  if (!isBytes(type)) return { 'application/json': { schema: print(type, io) } };
  return Object.fromEntries(type.contentTypes.map((contentType) => [contentType, {}]));
}

/** Describes both responses, since a client cannot distinguish the app from the service. */
const describeReply = (
  type: z.ZodType | Bytes,
  throughApp: z.ZodType | undefined,
  print: Print,
): JsonSchema =>
  throughApp === undefined || isBytes(type)
    ? describeContent(type, 'output', print)
    : { 'application/json': { schema: { anyOf: [print(type, 'output'), print(throughApp, 'output')] } } };

function describeReplies({ responses, throughApp }: Endpoint, print: Print): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, type]) => [
      status,
      {
        description: statusWords[Number(status)] ?? 'OK.',
        ...(type && { content: describeReply(type, throughApp, print) }),
      },
    ]),
  );
}

/** Problem responses by their codes. Operations with the same codes for a status share the response. */
type Refusals = Map<string, JsonSchema>;

function describeProblems(
  endpoint: Endpoint,
  problem: JsonSchema,
  refusals: Refusals,
): Record<string, JsonSchema> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of documentedProblems(endpoint)) {
    const status = problemStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const name = codes.join('.');
      refusals.set(name, describeRefusal(codes, problem));
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

const describeRefusal = (codes: readonly ProblemCode[], problem: JsonSchema): JsonSchema => ({
  description: codes.join(', '),
  content: {
    'application/json': { schema: { allOf: [problem, { properties: { code: { enum: codes } } }] } },
  },
});
