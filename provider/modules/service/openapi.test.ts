import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contract, operationIds, routes } from '@/lib/contract/index';
import { buildOpenApi } from '@/provider/modules/service/openapi';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: { anyOf?: unknown[] } }> }>;
}

const document = JSON.parse(JSON.stringify(buildOpenApi(version))) as {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Partial<Record<string, { description: string }>> };
};

function* references(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* references(inner);
  }
}

const resolve = (pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

describe('the OpenAPI document', () => {
  test('is the published one (npm run openapi writes it)', () => {
    expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(document);
  });

  test('contains every operation of the contract once', () => {
    const named = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((it) => it.operationId),
    );
    expect(named.sort()).toEqual([...operationIds].sort());
    for (const id of operationIds) {
      const { method, path } = routes[id];
      expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(id);
    }
  });

  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

  test('declares and describes the tag of every operation', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
    for (const { description } of document.tags) expect(description).toMatch(/\.$/);
  });

  test('has a title and a description for every operation', () => {
    for (const { operationId, summary, description } of operations) {
      expect(summary, operationId).toMatch(/^[A-Z].*[^.]$/);
      expect(description, operationId).toMatch(/^[A-Z`].*\.$/);
    }
  });

  test.each([
    ['auth.login', [], 'No authentication required.'],
    ['bookmarks.list', [{ session: [] }, { readToken: [] }], 'personal access token with the scope `read`.'],
    ['tags.delete', [{ session: [] }, { writeToken: [] }], 'personal access token with the scope `write`.'],
    ['account.tokens', [{ session: [] }], 'Requires a session. Personal access tokens are rejected.'],
    ['admin.screenshot', [{ session: [] }], 'Requires a session of an administrator. Other callers receive 404.'],
    ['feedback.send', [{}, { session: [] }, { writeToken: [] }], 'Authentication is optional.'],
  ])('describes the access to %s', (id, security, text) => {
    const operation = operations.find(({ operationId }) => operationId === id);
    expect(operation?.security).toEqual(security);
    expect(operation?.description).toContain(text);
  }); // prettier-ignore

  const codesOf = (path: string, method: string, status: number): string | undefined => {
    const refusal = document.paths[path]?.[method]?.responses[String(status)];
    const name = refusal?.$ref?.split('/').at(-1) ?? '';
    return document.components.responses[name]?.description;
  };

  test('lists for every operation the problems before its handler runs', () => {
    for (const id of operationIds) {
      const { method, path } = routes[id];
      expect(codesOf(path, method.toLowerCase(), 400), id).toContain('MALFORMED_REQUEST');
      expect(codesOf(path, method.toLowerCase(), 431), id).toContain('headers');
    }
  });

  test('has the problem of an import that is too large', () => {
    expect(codesOf('/v1/bookmarks/import', 'post', 413)).toContain('BODY_TOO_LARGE');
  });

  test.each(['auth/login', 'auth/refresh', 'auth/oauth/google/callback'])(
    'describes the response of %s with tokens and, through the app, without',
    (path) => {
      const reply = document.paths[`/v1/${path}`]?.['post']?.responses['200'];
      expect(reply?.content?.['application/json']?.schema.anyOf).toEqual([
        { $ref: '#/components/schemas/SignedIn' },
        { $ref: '#/components/schemas/SignedInByCookie' },
      ]);
    },
  );

  test('has no dangling reference', () => {
    const dangling = [...references(document)].filter((pointer) => resolve(pointer) === undefined);
    expect(dangling).toEqual([]);
  });
});

test('the English messages of the settings are the summaries of the contract', () => {
  const summaries = operationIds.map((id) => [id, contract[id].summary]);
  const messages = JSON.parse(readFileSync('messages/en/api-calls.json', 'utf8')) as Record<string, object>;
  const listed = Object.entries(messages).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, text]) => [`${area}.${name}`, text as unknown]),
  );
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(summaries));
});
