import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

const definitions = '#/$defs/';
const components = '#/components/schemas/';

/** What the library prints beyond what the contract means. */
function tidy(schema: JsonSchema, io: 'input' | 'output'): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['format'] === 'date-time') delete schema['pattern'];
  // A client must bear fields that a later release adds.
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties'];
}

const withComponentRefs = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(`"${definitions}`, `"${components}`));

/**
 * Prints schemas as JSON Schema. Those with an id become components that the others refer to; printing two different
 * schemas under one id throws.
 */
export function createSchemaPrinter(): {
  print: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  components: () => Record<string, JsonSchema>;
} {
  const found = new Map<string, JsonSchema>();
  return {
    print: (schema, io) => {
      const printed = z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => tidy(jsonSchema, io),
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
