/** What hangs on `globalThis`. */
interface Holder {
  markwellBff?: Map<string, unknown>;
}

const holder = globalThis as Holder;

/**
 * One value for the whole process. Pages, route handlers and the middleware are bundled apart, so a variable of a
 * module exists once for each of them.
 */
export function processWide<T>(name: string, create: () => T): T {
  const registry = (holder.markwellBff ??= new Map<string, unknown>());
  if (!registry.has(name)) registry.set(name, create());
  return registry.get(name) as T;
}
