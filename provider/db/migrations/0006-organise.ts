/** What putting a library in order needs: bookmarks whose page is gone, and the trash by age. */
export const organise = {
  id: '0006-organise',
  sql: `
alter table bookmarks add column broken boolean not null default false;
create index bookmarks_broken_idx on bookmarks (space_id, created_at desc, id desc) where broken and deleted_at is null;
create index bookmarks_purge_idx on bookmarks (deleted_at) where deleted_at is not null;
`,
};
