/**
 * Names sort as people count: "Part 2" before "Part 10".
 *
 * [Note: Natural order] Runs of digits are compared by value: each of up to 19 digits is padded to 20. The result is compared byte
 * by byte like `name_key`, so an index serves the order, and a cursor holds the padded name.
 */
export const naturalNames = {
  id: '0028-natural-names',
  sql: `
create function mw_natural(value text) returns text language sql immutable strict parallel safe as $$
  select case when value ~ '[0-9]'
    then regexp_replace(
      regexp_replace(value, '(?<![0-9])0*([0-9]{1,19})(?![0-9])', repeat('0', 20) || '\\1', 'g'),
      '(?<![0-9])0*([0-9]{20})(?![0-9])', '\\1', 'g')
    else value end
$$;
create index collections_space_natural_idx on collections (space_id, mw_natural(name_key), id);
`,
};
