import { expect, test } from 'vitest';
import {
  isFiltered,
  parseUserFilters,
  usersHref,
  usersQuery,
} from '@/components/features/admin/users-screen';

const parse = (query: string) => parseUserFilters(new URLSearchParams(query));

test.each([
  '/admin/users',
  '/admin/users?q=ada&plan=pro&verified=false&suspended=true&admin=true&sort=email-ASC',
  '/admin/users?sort=bookmarks-DESC',
])('%s is the URL of its filters', (href) => {
  expect(usersHref(parse(href.split('?')[1] ?? ''))).toBe(href);
});

test('unknown values of a URL are ignored', () => {
  const filters = parse('q=%20&plan=gold&verified=maybe&sort=password-ASC&x=y');
  expect(filters).toEqual({ q: '', sort: 'createdAt-DESC' });
  expect(isFiltered(filters)).toBe(false);
});

test('the call has the filters of the URL', () => {
  expect(usersQuery(parse('q=ada&suspended=false&sort=lastActive-ASC'))).toEqual({
    q: 'ada',
    suspended: 'false',
    sortField: 'lastActive',
    sortOrder: 'ASC',
  });
});
