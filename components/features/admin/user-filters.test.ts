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
])('%s is the address of what it names', (href) => {
  expect(usersHref(parse(href.split('?')[1] ?? ''))).toBe(href);
});

test('unknown values of an address are left out', () => {
  const filters = parse('q=%20&plan=gold&verified=maybe&sort=password-ASC&x=y');
  expect(filters).toEqual({ q: '', sort: 'createdAt-DESC' });
  expect(isFiltered(filters)).toBe(false);
});

test('the call is asked for what the address names', () => {
  expect(usersQuery(parse('q=ada&suspended=false&sort=lastActive-ASC'))).toEqual({
    q: 'ada',
    suspended: 'false',
    sortField: 'lastActive',
    sortOrder: 'ASC',
  });
});
