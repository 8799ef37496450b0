import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operationIds, routes } from '@/lib/contract/index';
import { buildOpenApi } from '@/provider/http/openapi';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const document = JSON.parse(JSON.stringify(buildOpenApi(version))) as {
  paths: Record<string, Record<string, { operationId: string }>>;
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

  test('names every call of the contract once', () => {
    const named = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((it) => it.operationId),
    );
    expect(named.sort()).toEqual([...operationIds].sort());
    for (const id of operationIds) {
      const { method, path } = routes[id];
      expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(id);
    }
  });

  test('has no reference that leads nowhere', () => {
    const dangling = [...references(document)].filter((pointer) => resolve(pointer) === undefined);
    expect(dangling).toEqual([]);
  });
});
