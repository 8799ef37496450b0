import { getTableColumns, type Table } from 'drizzle-orm';

/**
 * The columns of a table for a statement that is written by hand, named as in the table's row type: the driver then
 * answers rows of that type as they are. For hot statements, which are prepared by name: building and mapping them
 * anew costs several times the query itself.
 */
export const columnList = (table: Table, alias: string): string =>
  Object.entries(getTableColumns(table))
    .map(([key, column]) => `${alias}.${column.name} as "${key}"`)
    .join(', ');
