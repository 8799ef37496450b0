/** The part of an OpenAPI document that is shown. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  /** Alternatives; `session` and `token` (a personal access token, with its scope) are schemes of the document. */
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

export interface Call extends Operation {
  method: string;
  path: string;
}

/** Returns the document with its descriptions replaced by those in `texts`, by their English text. */
export const translateDescriptions = (
  document: ApiDocument,
  texts: Readonly<Record<string, string>>,
): ApiDocument =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? (texts[value] ?? value) : value,
  ) as ApiDocument;

/** Returns the calls by area, in the order of the document. */
export function callsByArea({ paths }: ApiDocument): ReadonlyMap<string, Call[]> {
  const areas = new Map<string, Call[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const area = operation.tags[0] ?? 'other';
      const call = { ...operation, method: method.toUpperCase(), path };
      areas.set(area, [...(areas.get(area) ?? []), call]);
    }
  }
  return areas;
}

/** Returns the possible error codes of a call, with their status: `404 NOT_FOUND`. */
export function refusalsOf({ responses }: Operation): string[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { $ref = '' }]) =>
      nameOf($ref)
        .split('.')
        .filter((code) => code !== '')
        .map((code) => `${status} ${code}`),
    );
}

/** Returns how a call is authorized: freely, with a session only, or with a personal access token of a scope. */
export function accessOf({ security }: Operation): 'open' | 'sessionOnly' | { scope: string } | null {
  if (security.length === 0) return 'open';
  const schemes = security.flatMap((alternative) => Object.keys(alternative));
  const [scope] = schemes.flatMap((name) => /^(\w+)Token$/.exec(name)?.slice(1) ?? []);
  if (scope !== undefined) return { scope };
  return schemes.includes('session') ? 'sessionOnly' : null;
}

/** Returns the successful responses of a call. */
export const answersOf = ({ responses }: Operation): [string, Content | undefined][] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { content }]) => [status, content]);

/** Returns the last segment of a reference. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
