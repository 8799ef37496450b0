import { customType, type ExtraConfigColumn, timestamp } from 'drizzle-orm/pg-core';

/** Timestamps are read as Date; responses contain ISO 8601. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Text that is compared byte by byte, regardless of the locale of the database. */
export const byteOrderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * `desc` with the PostgreSQL default of nulls first. Drizzle puts them last, and then no `order by … desc` can use the
 * index.
 */
export const descending = (column: ExtraConfigColumn) => column.desc().nullsFirst();
