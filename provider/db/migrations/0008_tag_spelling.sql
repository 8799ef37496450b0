-- A tag has one spelling in a space: that of its row in `tags`. A bookmark that is written with another one, or comes from
-- another space or from the trash, takes it over. Their order stays.
create function mw_spell_tags() returns trigger language plpgsql as $$
begin
  new.tags := array(
    select coalesce(t.name, own.tag) from unnest(new.tags) with ordinality own (tag, place)
    left join tags t on t.space_id = new.space_id and t.key = mw_tag_key(own.tag)
    order by own.place);
  return new;
end $$;
--> statement-breakpoint
-- An import spells the tags of all of its rows at the end, with `mw_spell_import_tags`.
create trigger bookmarks_tags_inserted before insert on bookmarks
  for each row when (new.tags <> '{}' and current_setting('markwell.counting', true) is distinct from 'later')
  execute function mw_spell_tags();
--> statement-breakpoint
create trigger bookmarks_tags_written before update of tags, space_id, deleted_at on bookmarks
  for each row when (new.tags <> '{}' and current_setting('markwell.counting', true) is distinct from 'later')
  execute function mw_spell_tags();
--> statement-breakpoint
-- Of several spellings in the file of a tag that is new to the space, one wins. It is called before the rows are counted.
create function mw_spell_import_tags(account uuid, import uuid) returns void language plpgsql as $$
declare
  found_spellings text[];
  right_spellings text[];
begin
  with used as materialized (
    select distinct b.space_id, own.tag from bookmarks b, unnest(b.tags) own (tag)
    where b.account_id = account and b.import_id = import),
  spelled as (
    select u.tag, coalesce(t.name, min(u.tag) over (partition by mw_tag_key(u.tag))) as name
    from used u left join tags t on t.space_id = u.space_id and t.key = mw_tag_key(u.tag))
  select array_agg(tag order by tag), array_agg(name order by tag) into found_spellings, right_spellings
    from spelled where tag <> name;
  if found_spellings is null then return; end if;
  update bookmarks b set tags = array(
      select coalesce(right_spellings[array_position(found_spellings, own.tag)], own.tag)
      from unnest(b.tags) with ordinality own (tag, place) order by own.place)
    where b.account_id = account and b.import_id = import and b.tags && found_spellings;
end $$;
--> statement-breakpoint
-- The rows that were written before take over the spelling by the trigger.
update bookmarks b set tags = b.tags
  where exists (select from unnest(b.tags) own (tag) join tags t on t.space_id = b.space_id
    and t.key = mw_tag_key(own.tag) where t.name <> own.tag);
