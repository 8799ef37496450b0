import { operationIds, routes, type OperationId } from '@/lib/contract/index';

interface Address {
  pattern: RegExp;
  methods: Set<string>;
}

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{\w+\}/)
      .map(escaped)
      .join('[^/]+')}$`,
  );

function collectAddresses(): Address[] {
  const byTemplate = new Map<string, Address>();
  for (const { path, method } of operationIds.map((id: OperationId) => routes[id])) {
    const address = byTemplate.get(path) ?? { pattern: patternOf(path), methods: new Set(['OPTIONS']) };
    address.methods.add(method);
    if (method === 'GET') address.methods.add('HEAD');
    byTemplate.set(path, address);
  }
  return [...byTemplate.values()];
}

const addresses = collectAddresses();

/** The value of `Allow` for a path of the contract; null for any other path. */
export function allowedMethods(pathname: string): string | null {
  const found = addresses.filter(({ pattern }) => pattern.test(pathname));
  if (found.length === 0) return null;
  return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort().join(', ');
}
