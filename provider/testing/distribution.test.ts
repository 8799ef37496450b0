import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { distributed, findViolations, undistributed } from '@/provider/testing/distribution';
import { findUnrestricted } from '@/provider/testing/unrestricted-tables';

describe('a statement restricts the account', () => {
  test.each([
    'select title from bookmarks where account_id = $1 and id = $2',
    'select b.title from bookmarks b join collections c on c.account_id = b.account_id where b.account_id = $1',
    'update "sessions" set "revoked_at" = $1 where "sessions"."account_id" = $2 and "sessions"."id" = $3',
    'insert into imports (id, account_id) values ($1, $2) on conflict do nothing',
    'copy import_rows (account_id, import_id, position) from stdin',
    'select 1 from spaces where (account_id, id) in (select $1::uuid, $2::uuid)',
    'select count(*) from (select b.id from bookmarks b where b.account_id = $1) n',
    'select name from tags where space_id = $1',
    'update bookmarks b set tags = u.tags from jsonb_to_recordset($1) as u (id uuid, tags text[]) where b.account_id = $2',
    'select c.id from bookmarks b join collections c using (account_id) where b.account_id = $1',
    'select title from bookmarks b where (b.account_id, b.id) = (select $1::uuid, $2::uuid)',
    'select id from spaces s where s.account_id = any ($1) and exists (select from imports i where i.account_id = s.account_id)',
    'with own as (select id, account_id from collections where account_id = $1) delete from bookmarks b using own where b.account_id = own.account_id',
    // Not distributed.
    'select 1 from accounts where email_key = $1',
  ])('%s', (statement) => {
    expect(findUnrestricted(statement, distributed)).toEqual([]);
  });
});

describe('a statement does not restrict the account', () => {
  test.each([
    ['select title from bookmarks where id = $1', ['bookmarks']],
    ['select account_id from bookmarks where id = $1', ['bookmarks']],
    ['select id, account_id = $2 as own from bookmarks where id = $1', ['bookmarks']],
    ['update bookmarks set account_id = $2 where id = $1', ['bookmarks']],
    ['delete from "sessions" where "sessions"."id" = $1', ['sessions']],
    ['insert into imports (id) values ($1)', ['imports']],
    ['select 1 from bookmarks b where b.id = $1 -- and b.account_id = $2', ['bookmarks']],
    ["select 1 from bookmarks b where b.title = 'b.account_id = $2'", ['bookmarks']],
    [
      'select b.id from bookmarks b join bookmark_collections l on l.bookmark_id = b.id where b.account_id = $1',
      ['bookmark_collections'],
    ],
    [
      'select b.id from bookmarks b, changes c where b.account_id = $1 and c.space_id = b.space_id',
      ['changes'],
    ],
    [
      'select id from spaces s where s.account_id = $1 and exists (select from bookmarks b where b.space_id = s.id)',
      ['bookmarks'],
    ],
    [
      'select (select count(*) from imports i where i.account_id = b.account_id) from bookmarks b where b.id = $1',
      ['bookmarks', 'imports'],
    ],
    [
      'select b.id from bookmarks b join collections c on c.account_id = b.account_id where c.id = $1',
      ['bookmarks', 'collections'],
    ],
    [
      'select b.id from bookmarks b join collections c using (account_id) where c.id = $1',
      ['bookmarks', 'collections'],
    ],
    [
      'select id from bookmarks where account_id = $1 union all select id from collections where id = $2',
      ['collections'],
    ],
    ['select count(*) filter (where b.account_id = $1) from bookmarks b', ['bookmarks']],
    [
      'select id from spaces s where s.id = $1 and exists (select from imports i where i.account_id = s.account_id)',
      ['imports', 'spaces'],
    ],
    [
      'with gone as (delete from collections where id = $1 returning id) select id from gone',
      ['collections'],
    ],
  ])('%s', (statement, tables) => {
    expect(findUnrestricted(statement, distributed)).toEqual(tables);
  });
});

test('only known exceptions are accepted', () => {
  const purge = 'delete from "changes"\n  where "changes"."created_at" <= $1';
  expect(findViolations([purge, 'delete from changes where id = $1', 'select 1'])).toEqual([
    'changes: delete from changes where id = $1',
  ]);
});

test('docs/operations.md lists every table', () => {
  const operations = fs.readFileSync('docs/operations.md', 'utf8');
  const calls = operations.matchAll(/create_distributed_table\('(\w+)', '(\w+)'/g);
  expect(Object.fromEntries([...calls].map(([, table = '', column = '']) => [table, column]))).toEqual(
    distributed,
  );
  for (const table of Object.values(undistributed).flat()) expect(operations).toContain(`\`${table}\``);
});
