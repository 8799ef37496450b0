import vm from 'node:vm';
import { expect, test } from 'vitest';
import { bookmarkletOf } from '@/lib/domain/bookmarklet';
import { parseSharedLink } from '@/lib/domain/shared-link';

/** Runs the bookmarklet as on a page, and returns the arguments of the window that it opens. */
function run(origin: string, page: { url: string; title: string; selection: string }): string[] {
  const opened: string[][] = [];
  const code = decodeURIComponent(bookmarkletOf(origin).slice('javascript:'.length));
  const result: unknown = vm.runInNewContext(code, {
    open: (...args: string[]) => void opened.push(args),
    location: { href: page.url },
    document: { title: page.title },
    getSelection: () => ({ toString: () => page.selection }),
    URLSearchParams,
  });
  // A page would be replaced by a result.
  expect(result).toBe(undefined);
  expect(opened).toHaveLength(1);
  return opened[0] ?? [];
}

test('opens the filled form in a window without access to the page', () => {
  const page = { url: 'https://a.example/?b=1&c=%22#d', title: 'Night & “day”', selection: 'A quote' };
  const [url = '', target, features] = run('https://links.example', page);
  const [path, query = ''] = url.split('#add?');
  expect(path).toBe('https://links.example/');
  expect(parseSharedLink(query)).toEqual({ url: page.url, title: page.title, description: 'A quote' });
  expect([target, features]).toEqual(['_blank', expect.stringContaining('noopener') as string]);
});

test('truncates a long selection', () => {
  const page = { url: 'https://a.example/', title: 'A', selection: 'x'.repeat(9_000) };
  const [url = ''] = run('https://links.example', page);
  expect(parseSharedLink(url.split('#add?')[1] ?? '').description).toHaveLength(4_000);
});

test('has no character that a bookmarks bar would change', () => {
  expect(bookmarkletOf('https://links.example')).toMatch(/^javascript:[\w%.!~*'()-]+$/);
});
