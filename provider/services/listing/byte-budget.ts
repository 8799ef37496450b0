/**
 * Bytes that the texts of one page take at most, unless its first row alone has more. The number of rows is no limit,
 * because each can have 500 kB. A page of 200 ordinary bookmarks has 150 kB; what is longer keeps the requests of others
 * waiting while it is written.
 */
export const pageBytes = 400_000;

/** What a statement answers beside its rows so that `withinBytes` can end the page. */
export interface Budgeted {
  /** How many rows there would be without the budget. */
  found: number;
}

/** Columns that a statement needs for `withinBytes`: the position of a row in this order, and its bytes. */
export const budgetColumns = (order: string, bytes: string): string =>
  `row_number() over (order by ${order})::integer as number, (${bytes})::integer as bytes`;

/** The bytes of a record beside those that its row knows; to be used over the columns of the statement. */
export const collectionBytes = `coalesce(octet_length(page.collections::text), 0)`;

/**
 * The rows of a statement in its order, up to a byte budget, and at least the first ones. `extra` is added to the bytes
 * of each row.
 */
export const withinBytes = (statement: string, { max = pageBytes, extra = '0', least = 1 } = {}): string => `
  select * from (
    select page.*, sum(page.bytes + ${extra}) over rows_so_far as upto, row_number() over rows_so_far as place,
      (count(*) over ())::integer as found
    from (${statement}) page window rows_so_far as (order by page.number)) fitting
  where upto <= ${max} or place <= ${least} order by number`;
