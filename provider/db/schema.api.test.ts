import { getTableConfig } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as accountTables from '@/provider/db/schema/accounts';
import * as libraryTables from '@/provider/db/schema/library';
import { createTestDatabase } from '@/provider/testing/test-database';

const { db } = await createTestDatabase();

const tables = [...Object.values(accountTables), ...Object.values(libraryTables)];

test.each(tables.map((table) => getTableConfig(table)))(
  '$name: each typed column exists in the database',
  async (table) => {
    const { rows } = await db.$client.query<{ column_name: string; is_nullable: string }>(
      'select column_name, is_nullable from information_schema.columns where table_name = $1',
      [table.name],
    );
    const actual = new Map(rows.map((row) => [row.column_name, row.is_nullable === 'NO']));
    for (const column of table.columns) {
      expect(actual.has(column.name), column.name).toBe(true);
      if (!column.generated) expect(column.notNull, `${column.name} not null`).toBe(actual.get(column.name));
    }
  },
);
