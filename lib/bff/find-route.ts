import { audienceOf } from '@/lib/contract/audiences';
import type { Audience } from '@/lib/contract/endpoint';
import { operationIds, routes, type OperationId } from '@/lib/contract/routes';

export interface FoundRoute {
  /** Null where the path is a call's but the method is not: the provider then says which methods are. */
  readonly operation: OperationId | null;
  readonly audience: Audience;
}

interface Template {
  readonly parts: readonly string[];
  readonly operations: Map<string, OperationId>;
}

const fixed = new Map<string, Template>();
const variable: Template[] = [];

for (const id of operationIds) {
  const { method, path } = routes[id];
  templateOf(path).operations.set(method, id);
}

function templateOf(path: string): Template {
  const parts = path.split('/');
  const isVariable = path.includes('{');
  const known = isVariable ? variable.find((template) => template.parts.join('/') === path) : fixed.get(path);
  if (known) return known;
  const created: Template = { parts, operations: new Map() };
  if (isVariable) variable.push(created);
  else fixed.set(path, created);
  return created;
}

/**
 * The call of the contract at a path, or null: what is no call never leaves this process. `path` is one that
 * `readTarget` let through.
 */
export function findRoute(method: string, path: string): FoundRoute | null {
  const template = fixed.get(path) ?? findVariable(path, method);
  if (!template) return null;
  const operation = template.operations.get(method === 'HEAD' ? 'GET' : method) ?? null;
  return { operation, audience: operation ? audienceOf(operation) : 'member' };
}

/** Several templates can fit (`/import/{uuid}`, `/{uuid}/delete`): the one that takes the method goes first. */
function findVariable(path: string, method: string): Template | undefined {
  const parts = path.split('/');
  const fitting = variable.filter(
    (template) =>
      template.parts.length === parts.length &&
      template.parts.every((part, index) => part.startsWith('{') || part === parts[index]),
  );
  return fitting.find((template) => template.operations.has(method)) ?? fitting[0];
}
