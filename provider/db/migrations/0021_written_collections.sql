-- The collections of a bookmark in the form of a record, for a statement that has waited for a lock: it sees the changes
-- of others up to its start, a volatile function those up to now.
create function mw_collections_of(account uuid, bookmark uuid) returns json language plpgsql volatile as $$
begin
  return (
    select json_agg(json_build_object('uuid', c.id, 'name', c.name, 'color', c.color, 'security', c.security)
      order by c.natural_key, c.id)
    from bookmark_collections l join collections c on c.account_id = l.account_id and c.id = l.collection_id
    where l.account_id = account and l.bookmark_id = bookmark);
end $$;
