DROP INDEX "bookmarks_reindex_idx";--> statement-breakpoint
CREATE INDEX "bookmarks_reindex_idx" ON "bookmarks" USING btree ("space_id","id") WHERE index_version < 3 and not encrypted;--> statement-breakpoint
-- The words of a space that a word of a query may mean, besides those that begin with it: those that contain it and its
-- other forms in English and Portuguese; where there are none at all, from five letters on, those with one typo or two.
-- One with one typo shares a half with it, or has two neighbors swapped; one with two typos shares a third.
create or replace function mw_expand_word(space uuid, typed text, most integer)
  returns table (found text, is_slip boolean) language plpgsql stable rows 10 as $$
#variable_conflict use_column
declare
  size integer := char_length(typed);
  slips integer := case when size >= 8 then 2 else 1 end;
  piece integer := size / (slips + 1);
  highest text := chr(1114111);
  english text := mw_english_root(typed);
  portuguese text := mw_portuguese_root(typed);
  root text := left(portuguese, greatest(2, least(char_length(english), char_length(portuguese)) - 1));
  is_known boolean;
begin
  if size < 3 then return; end if;
  return query select w.word, false from space_words w
    where w.space_id = space and w.word like '%' || typed || '%' and not starts_with(w.word, typed)
    order by w.uses desc, w.word limit most;
  is_known := found;
  if size < 4 or ltrim(typed, '0123456789') = '' then return; end if;
  return query select w.word, false from space_words w
    where w.space_id = space and w.word >= root and w.word < root || highest
      and char_length(w.word) <= size + 6 and position(typed in w.word) = 0
      and (mw_english_root(w.word) = english or mw_portuguese_root(w.word) = portuguese)
    order by w.uses desc, w.word limit most;
  if size < 5 or is_known or found or exists (
    select from space_words w where w.space_id = space and w.word >= typed and w.word < typed || highest) then
    return;
  end if;
  return query
    with swapped as materialized (
      select overlay(typed placing substr(typed, n + 1, 1) || substr(typed, n, 1) from n for 2) form
      from generate_series(1, size - 1) n),
    near as (
      select w.word, w.uses from space_words w
      where w.space_id = space and w.word = any (array(select form from swapped))
      union
      select w.word, w.uses from space_words w
      where w.space_id = space and w.word >= left(typed, piece) and w.word < left(typed, piece) || highest
        and abs(char_length(w.word) - size) <= slips and levenshtein_less_equal(w.word, typed, slips + 1) <= slips + 1
      union
      select w.word, w.uses from space_words w
      where w.space_id = space and w.word like '%' || right(typed, piece)
        and abs(char_length(w.word) - size) <= slips and levenshtein_less_equal(w.word, typed, slips + 1) <= slips + 1
      union
      select w.word, w.uses from space_words w
      where slips = 2 and w.space_id = space and w.word like '%' || substr(typed, piece + 1, size - 2 * piece) || '%'
        and abs(char_length(w.word) - size) <= slips and levenshtein_less_equal(w.word, typed, slips + 1) <= slips + 1),
    judged as (
      select near.word, near.uses, case
          when near.word in (select form from swapped) then 1
          when levenshtein_less_equal(near.word, typed, slips) <= slips
            then levenshtein_less_equal(near.word, typed, slips)
          when slips = 2 and exists (select from swapped where levenshtein_less_equal(form, near.word, 1) <= 1) then 2
        end distance
      from near)
    select j.word, true from judged j where j.distance = (select min(distance) from judged)
    order by j.uses desc, j.word limit most;
end $$;
