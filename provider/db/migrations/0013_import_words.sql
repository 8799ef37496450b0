-- Counts each lexeme before it is taken apart: an import has a million of them, but only some ten thousand different ones.
-- ts_stat would take time by the square of the words that come in order, as those of numbered titles do.
create or replace function mw_count_import_words(account uuid, import uuid) returns void language plpgsql set enable_sort = off as $$
begin
  with used as materialized (
    select b.space_id, lexeme, count(*) uses from bookmarks b, unnest(tsvector_to_array(b.search)) lexeme
    where b.account_id = account and b.import_id = import group by 1, 2),
  c as materialized (
    select u.space_id, substr(u.lexeme, 2) word, sum(u.uses)::integer uses from used u
    where mw_is_word(u.lexeme) group by 1, 2)
  insert into space_words as w (space_id, word, uses)
    select c.space_id, c.word, c.uses from c order by 1, 2
    on conflict (space_id, word) do update set uses = w.uses + excluded.uses;
end $$;
