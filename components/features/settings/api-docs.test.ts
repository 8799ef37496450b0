import { describe, expect, test } from 'vitest';
import document from '@/docs/openapi.json';
import translations from '@/components/features/settings/api-descriptions.pt-BR.json';
import {
  accessOf,
  answersOf,
  callsByArea,
  refusalsOf,
  type ApiDocument,
  translateDescriptions,
  type Schema,
} from '@/components/features/settings/document';
import { printSchema } from '@/components/features/settings/api-docs';

test.each<[Schema, string]>([
  [{ $ref: '#/components/schemas/Tag' }, 'Tag'],
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ const: 'ok' }, '"ok"'],
  [{ anyOf: [{ $ref: '#/x/Uuid' }, { type: 'null' }] }, 'Uuid | null'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'array', items: { $ref: '#/x/Tag' } }, 'Tag[]'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, '{ [name]: integer }'],
  [{ type: 'object', properties: {} }, '{}'],
  [{}, 'any'],
])('%j is written as %s', (schema, text) => {
  expect(printSchema(schema)).toBe(text);
});

test('an object is printed field by field, with optional fields and descriptions', () => {
  const schema: Schema = {
    type: 'object',
    required: ['uuid'],
    properties: {
      uuid: { $ref: '#/x/Uuid' },
      note: { type: 'string', description: 'For people.' },
      inner: { type: 'object', properties: { deep: { type: 'boolean' } } },
    },
  };
  expect(printSchema(schema)).toBe(
    [
      '{',
      '  uuid: Uuid',
      '  note?: string  // For people.',
      '  inner?: {',
      '    deep?: boolean',
      '  }',
      '}',
    ].join('\n'),
  );
});

test('every call of the published document is shown, with each response and error', () => {
  const published = document as unknown as ApiDocument;
  const calls = [...callsByArea(published).values()].flat();
  const expected = Object.values(published.paths).flatMap((operations) => Object.keys(operations));
  expect(calls).toHaveLength(expected.length);
  for (const call of calls) {
    expect(answersOf(call).length).toBeGreaterThan(0);
    for (const refusal of refusalsOf(call)) expect(refusal).toMatch(/^\d{3} [A-Z_]+$/);
    const schemas = answersOf(call).flatMap(([, content]) => Object.values(content ?? {}));
    for (const { schema } of schemas) if (schema) expect(printSchema(schema)).not.toMatch(/any|undefined/);
  }
});

/** Returns the descriptions of fields and parameters; those of operations, tags and responses are not shown. */
function* shownDescriptions(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'description' && typeof inner === 'string') yield inner;
    else yield* shownDescriptions(inner);
  }
}

const shownParts = ({ paths, components }: ApiDocument): unknown[] => [
  components.schemas,
  ...Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ parameters, requestBody, responses }) => [
      parameters,
      requestBody,
      Object.values(responses).map(({ content }) => content),
    ]),
];

describe('the descriptions of fields and parameters', () => {
  const published = document as unknown as ApiDocument;

  test('are all translated, and no translation is unused', () => {
    const described = new Set(shownDescriptions(shownParts(published)));
    expect(described.size).toBeGreaterThan(150);
    expect(Object.keys(translations).sort()).toEqual([...described].sort());
    for (const [text, translation] of Object.entries(translations)) expect(translation).not.toBe(text);
  });

  test('are shown in the language of the user', () => {
    const { uuid = {}, avatar = {} } =
      translateDescriptions(published, translations).components.schemas['Account']?.properties ?? {};
    expect(uuid.$ref).toBe('#/components/schemas/Uuid');
    expect(avatar.description).toMatch(/^Caminho da foto do perfil\./);
  });

  test('of another service are shown as they are', () => {
    const schemas = { Note: { description: 'A note.', properties: { description: { type: 'string' } } } };
    const other: ApiDocument = { paths: {}, components: { schemas } };
    expect(translateDescriptions(other, translations)).toEqual(other);
  });
});

test.each<[Record<string, string[]>[], ReturnType<typeof accessOf>]>([
  [[], 'open'],
  [[{ session: [] }], 'sessionOnly'],
  [[{ session: [] }, { readToken: [] }], { scope: 'read' }],
  [[{ apiKey: [] }], null],
])('an operation with the security %j is shown as %j', (security, access) => {
  expect(accessOf({ operationId: 'x', summary: '', tags: [], security, responses: {} })).toEqual(access);
});
