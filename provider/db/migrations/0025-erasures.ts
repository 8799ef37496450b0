/**
 * What remains of a bookmark after it was encrypted: see `eraseRemains`. A row of `erasures` requests the job; encryption
 * inserts it in its own transaction.
 *
 * Statistics of a column hold real values of it. The planner needs none of the columns below: no statement filters, joins,
 * sorts or groups by them except on single rows.
 */
const contentColumns: Readonly<Record<string, readonly string[]>> = {
  bookmarks: ['title', 'url', 'path', 'description', 'extra'],
  page_contents: ['title', 'byline', 'excerpt', 'html', 'text'],
  import_rows: ['url', 'domain', 'path', 'title', 'title_key', 'description', 'tags', 'extra'],
  imports: ['rows'],
  import_changes: ['before', 'after'],
  changes: ['renamed_tag'],
  change_rows: ['before'],
};

const columns = Object.entries(contentColumns).flatMap(([table, names]) =>
  names.map((name) => ({ table, name })),
);

export const erasures = {
  id: '0025-erasures',
  sql: `
create table erasures (
  id bigint generated always as identity primary key
);
${columns.map(({ table, name }) => `alter table ${table} alter column ${name} set statistics 0;`).join('\n')}

-- A target of 0 keeps the statistics that there are. Only PostgreSQL 18 can clear them without a superuser.
do $$
begin
  if to_regproc('pg_clear_attribute_stats') is not null then
    ${columns.map(({ table, name }) => `perform pg_clear_attribute_stats('public', '${table}', '${name}', false);`).join('\n    ')}
  end if;
end $$;
`,
};
