import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Language } from '@/lib/contract/account';
import { time } from './columns';

/**
 * Related words of a query word, as the language model returned them, shared by all accounts: rows do not contain who
 * searched. Words of bookmarks are never stored here.
 */
export const relatedWords = pgTable(
  'related_words',
  {
    word: text('word').notNull(),
    locale: text('locale').$type<Language>().notNull(),
    /** Null until the model has been asked; empty if it knows none. */
    words: text('words').array(),
    /** Failed requests. */
    attempts: smallint('attempts').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'related_words_pkey', columns: [table.word, table.locale] }),
    index('related_words_pending_idx')
      .on(table.attempts, table.createdAt)
      .where(sql`words is null`),
    index('related_words_created_idx').on(table.createdAt),
  ],
);
