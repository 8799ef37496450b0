/**
 * Bytes that the texts of one page take. A page ends with the row that reaches them, so it has at least one row. The
 * number of rows is no limit, because each can have 400 kB. A page of 200 ordinary bookmarks has 150 kB; what is longer
 * keeps the requests of others waiting while it is written.
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
 * The rows of a statement in its order, up to a byte budget, and at least the first one. `extra` is added to the bytes
 * of each row.
 */
export const withinBytes = (statement: string, { max = pageBytes, extra = '0' } = {}): string => `
  select * from (
    select page.*, sum(page.bytes + ${extra}) over (order by page.number)
        - page.bytes - ${extra} as before, (count(*) over ())::integer as found
    from (${statement}) page) fitting
  where before < ${max} order by number`;
