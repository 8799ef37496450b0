import { customType, type ExtraConfigColumn, timestamp } from 'drizzle-orm/pg-core';

/** Times are read as Date; the wire prints ISO 8601. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Text that is compared byte by byte, whatever the locale of the database. */
export const byteOrderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** `desc` as PostgreSQL understands it: nulls first. Drizzle puts them last, and then no `order by … desc` can use the index. */
export const descending = (column: ExtraConfigColumn) => column.desc().nullsFirst();
