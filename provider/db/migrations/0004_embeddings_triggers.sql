-- A vector is read whole with every search: one that fits a page must not be stored outside of its row. Statistics of it
-- would outlive the encryption of a bookmark.
alter table embeddings
  alter column vector set storage main,
  alter column vector set statistics 0;
create statistics embeddings_owner (dependencies) on account_id, space_id from embeddings;

-- A vector of a former text, of another space, or of a bookmark in the trash: the job computes it anew if it has to.
create function mw_embedding_outdated() returns trigger language plpgsql as $$
begin
  delete from embeddings where account_id = old.account_id and bookmark_id = old.id;
  return null;
end $$;
create trigger bookmarks_embedding_outdated after update of title, description, space_id, encrypted, deleted_at on bookmarks
  for each row when (old.title is distinct from new.title or old.description is distinct from new.description
    or old.space_id is distinct from new.space_id or old.encrypted is distinct from new.encrypted
    or old.deleted_at is distinct from new.deleted_at)
  execute function mw_embedding_outdated();

create or replace function mw_bookmarks_erased() returns trigger language plpgsql as $$
declare
  owners uuid[] := array(select distinct account_id from removed);
  gone uuid[] := array(select id from removed);
begin
  delete from page_contents where account_id = any (owners) and bookmark_id = any (gone);
  delete from page_fetches where account_id = any (owners) and bookmark_id = any (gone);
  delete from metadata_fetches where account_id = any (owners) and bookmark_id = any (gone);
  delete from link_checks where account_id = any (owners) and bookmark_id = any (gone);
  delete from covers where account_id = any (owners) and bookmark_id = any (gone);
  delete from cover_fetches where account_id = any (owners) and bookmark_id = any (gone);
  delete from copies where account_id = any (owners) and bookmark_id = any (gone);
  delete from copy_fetches where account_id = any (owners) and bookmark_id = any (gone);
  delete from highlights where account_id = any (owners) and bookmark_id = any (gone);
  delete from embeddings where account_id = any (owners) and bookmark_id = any (gone);
  delete from blob_references where account_id = any (owners) and bookmark_id = any (gone);
  delete from import_changes where account_id = any (owners) and bookmark_id = any (gone);
  return null;
end $$;
