import { nameOf, type Schema } from '@/components/features/settings/api-docs/document';

/** A schema in few words, as programmers write types: `string | null`, `Tag[]`, an object with its fields. */
export function printSchema(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => printSchema(choice, indent)))].join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => printSchema(part, indent)).join(' & ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => printSchema({ ...schema, type }, indent)).join(' | ');
  }
  if (schema.type === 'array') return printArray(schema.items ?? {}, indent);
  if (schema.properties) return printObject(schema, schema.properties, indent);
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return `{ [name]: ${printSchema(schema.additionalProperties, indent)} }`;
  }
  return schema.type ?? 'any';
}

function printArray(items: Schema, indent: string): string {
  const printed = printSchema(items, indent);
  return printed.includes(' | ') && !printed.startsWith('{') ? `(${printed})[]` : `${printed}[]`;
}

function printObject({ required = [] }: Schema, properties: Record<string, Schema>, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    const note = field.description === undefined ? '' : `  // ${field.description}`;
    return `${inner}${name}${mark}: ${printSchema(field, inner)}${note}`;
  });
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${indent}}`;
}
