interface Linked {
  key: string;
  href: string;
}

/**
 * The menu entry of the place that is looked at: the one whose path and parameters all match, and of several the one
 * that names the most parameters, so that `/?filter=favorites` is not also `/`.
 */
export function activeItem(items: readonly Linked[], pathname: string, search: string): string | null {
  const here = new URLSearchParams(search);
  const at = pathname === '/bookmarks' ? '/' : pathname;
  let best: { key: string; named: number } | null = null;
  for (const { key, href } of items) {
    const [path, query = ''] = href.split('?');
    const wanted = [...new URLSearchParams(query)];
    if (path !== at || !wanted.every(([name, value]) => here.get(name) === value)) continue;
    if (!best || wanted.length > best.named) best = { key, named: wanted.length };
  }
  return best?.key ?? null;
}
