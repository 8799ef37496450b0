import { eachMarkView } from '@/components/entities/bookmark-marks';
import { safeRedirect } from '@/lib/access/safe-redirect';
import { printCondition } from '@/lib/domain/query/print';

/** Initial state of the offline screen. */
export interface OfflineStart {
  /** The requested page: reloaded once the server can be reached. */
  readonly from: string;
  readonly query: string;
  readonly collection: string | null;
  /** The bookmark that the requested page is to be read of. */
  readonly reading: string | null;
  /** Whether the requested page is the one of all annotations. */
  readonly isAnnotations: boolean;
}

/** Views of the library as search filters. */
const viewQueries: Readonly<Record<string, string>> = {
  ...eachMarkView((name) => `is:${name}`),
  uncollected: 'is:uncollected',
  encrypted: 'is:encrypted',
  broken: 'is:broken',
};

/** Returns the offline version of the page whose URL the service worker has put into `?from=`. */
export function readOfflineStart(search: string, hash = ''): OfflineStart {
  const from = safeRedirect(new URLSearchParams(search).get('from')) ?? '/';
  const { pathname, searchParams } = new URL(from, 'http://same-origin.invalid');
  const query = queryOf(pathname, (name) => searchParams.get(name) ?? '');
  const collection = /^\/collections\/([\da-f-]{36})$/i.exec(pathname)?.[1] ?? null;
  const reading = /^\/read\/([\da-f-]{36})$/i.exec(pathname)?.[1] ?? null;
  return {
    from: from.includes('#') ? from : from + hash,
    query,
    collection,
    reading,
    isAnnotations: pathname === '/annotations',
  };
}

function queryOf(pathname: string, param: (name: string) => string): string {
  if (pathname === '/search') return param('q');
  const tag = param('name');
  if (pathname === '/tags' && tag !== '') return printCondition({ kind: 'tag', name: tag });
  return viewQueries[param('view')] ?? '';
}
