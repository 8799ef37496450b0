/**
 * Search that forgives: the words of each space, the type of each bookmark, and which rule its words follow.
 *
 * [Note: Words of a space] `space_words` holds every word of the bookmarks of a space that somebody might half remember
 * or mistype: three letters or more, and not a number. A query looks up in it which words are meant, so the index of
 * bookmarks is only ever asked for words that are there. `uses` counts the lexemes of all bookmarks, also of those in
 * the trash, and a word that is used no more is deleted with its last bookmark: when that becomes encrypted, nothing
 * readable stays. Statement triggers keep it, under the lock of the space as all counters ([Note: Counters]); an import
 * counts its words at the end by `mw_count_import_words`. Like bookmarks it has no foreign key, and goes with its space.
 *
 * A statement that writes neither `search` nor `space_id` must not pay for this. Only a trigger without the rows can be
 * bound to columns: it runs first and leaves word for the one that sees the rows.
 */
export const search = {
  id: '0009-search',
  sql: `
create extension if not exists fuzzystrmatch;

alter table bookmarks
  add column type text,
  add column index_version smallint not null default 0,
  add check (not encrypted or type is null);
alter table import_rows add column type text, add column index_version smallint not null default 0;

create index bookmarks_visits_idx on bookmarks (space_id, visits desc, created_at desc, id desc) where deleted_at is null;

-- Rows that the first rule wrote; empty once they are written anew.
create index bookmarks_reindex_idx on bookmarks (space_id, id) where index_version < 1 and not encrypted;

create table space_words (
  space_id uuid not null,
  word text collate "C" not null,
  uses integer not null,
  primary key (space_id, word)
) with (fillfactor = 75);

-- The words among the lexemes of a bookmark, as often as they stand in a field: in title, tags, host or the rest.
-- Whoever counts them says that sorting is off: the planner thinks of few words and would sort them, which for a million
-- takes four times as long as counting. Rows are written in the order of words: the index of trigrams takes neighbours
-- at a third of the cost.
create function mw_is_word(lexeme text) returns boolean
  language sql immutable parallel safe as $$
    select ascii(lexeme) in (103, 104, 116, 120) and char_length(lexeme) > 3
      and ltrim(substr(lexeme, 2), '0123456789') <> ''
  $$;
create function mw_words(vector tsvector) returns setof text
  language sql immutable parallel safe rows 20
  as $$ select substr(lexeme, 2) from unnest(tsvector_to_array(vector)) lexeme where mw_is_word(lexeme) $$;

create type mw_word_shift as (space_id uuid, word text, shift integer);

create function mw_shift_words(shifts mw_word_shift[]) returns void language plpgsql as $$
declare
  unused mw_word_shift[];
begin
  if shifts is null then return; end if;
  with shifted as (
    insert into space_words as w (space_id, word, uses)
      select s.space_id, s.word, s.shift from unnest(shifts) s order by 1, 2
      on conflict (space_id, word) do update set uses = w.uses + excluded.uses
      returning w.space_id, w.word, w.uses)
  select array_agg(row (s.space_id, s.word, s.uses)::mw_word_shift) into unused from shifted s where s.uses <= 0;
  if unused is null then return; end if;
  delete from space_words w using unnest(unused) u where w.space_id = u.space_id and w.word = u.word;
end $$;

create function mw_words_inserted() returns trigger language plpgsql set enable_sort = off as $$
begin
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  with c as materialized (
    select a.space_id, word, count(*) uses from added a, mw_words(a.search) word group by 1, 2)
  insert into space_words as w (space_id, word, uses)
    select c.space_id, c.word, c.uses from c order by 1, 2
    on conflict (space_id, word) do update set uses = w.uses + excluded.uses;
  return null;
end $$;
create trigger bookmarks_words_inserted after insert on bookmarks
  referencing new table as added for each statement execute function mw_words_inserted();

-- Of a space that is gone there is nothing left to keep.
create function mw_words_deleted() returns trigger language plpgsql set enable_sort = off as $$
begin
  perform mw_shift_words((select array_agg(row (space_id, word, shift)::mw_word_shift) from (
    select r.space_id, word, -count(*)::integer shift from removed r, mw_words(r.search) word
    where r.space_id in (select id from spaces) group by 1, 2) c));
  return null;
end $$;
create trigger bookmarks_words_deleted after delete on bookmarks
  referencing old table as removed for each statement execute function mw_words_deleted();

create function mw_words_written() returns trigger language plpgsql as $$
begin
  perform set_config('markwell.words', 'written', true);
  return null;
end $$;
create trigger bookmarks_words_written before update of search, space_id on bookmarks
  for each statement execute function mw_words_written();

create function mw_words_updated() returns trigger language plpgsql set enable_sort = off as $$
begin
  if current_setting('markwell.words', true) is distinct from 'written' then return null; end if;
  perform set_config('markwell.words', '', true);
  if current_setting('markwell.counting', true) = 'later' then return null; end if;
  perform mw_shift_words((select array_agg(row (space_id, word, shift)::mw_word_shift) from (
    select space_id, word, sum(n)::integer shift from (
      select a.space_id, word, 1 n from after_rows a, mw_words(a.search) word
      union all
      select b.space_id, word, -1 from before_rows b, mw_words(b.search) word) c
    group by 1, 2 having sum(n) <> 0) d));
  return null;
end $$;
create trigger bookmarks_words_updated after update on bookmarks
  referencing old table as before_rows new table as after_rows
  for each statement execute function mw_words_updated();

create or replace function mw_spaces_deleted() returns trigger language plpgsql as $$
begin
  delete from bookmarks where space_id in (select id from removed);
  delete from space_words where space_id in (select id from removed);
  return null;
end $$;

create function mw_count_import_words(import uuid) returns void language plpgsql set enable_sort = off as $$
begin
  with c as materialized (
    select i.space_id, substr(w.word, 2) word, sum(w.ndoc) uses
    from ts_stat(format('select search from bookmarks where import_id = %L', import)) w, imports i
    where i.id = import and mw_is_word(w.word) group by 1, 2)
  insert into space_words as w (space_id, word, uses)
    select c.space_id, c.word, c.uses from c order by 1, 2
    on conflict (space_id, word) do update set uses = w.uses + excluded.uses;
end $$;

insert into space_words (space_id, word, uses)
  select b.space_id, word, count(*) from bookmarks b, mw_words(b.search) word group by 1, 2;
create index space_words_trigram_idx on space_words using gin (space_id, word gin_trgm_ops);

-- As mw_fold, at a fifth of its cost for text without any accent.
create function mw_fold_fast(value text) returns text
  language sql immutable strict parallel safe
  as $$ select case when octet_length(value) = char_length(value) then lower(value) else mw_fold(value) end $$;

-- What is left of a word without its ending. Portuguese endings are told without the accents that words have lost here.
create function mw_english_root(word text) returns text
  language sql immutable strict parallel safe as $$ select (ts_lexize('english_stem', word))[1] $$;
create function mw_portuguese_root(word text) returns text
  language sql immutable strict parallel safe as $$
    select (ts_lexize('portuguese_stem', regexp_replace(regexp_replace(word, '[ao]es$', 'ao'), '([aeou])is$', '\\1l')))[1]
  $$;

-- The words of a space that a word of a query may stand for, beside those that begin with it: those that contain it and
-- its other forms in English and Portuguese; where there is none of all these, those that are a slip or two away. One
-- that is a slip away shares a half with it, or has two neighbours swapped; one that is two slips away shares a third.
create function mw_expand_word(space uuid, typed text, most integer)
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
  if is_known or found or exists (
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
`,
};
