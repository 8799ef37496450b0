import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, real, smallint, text, uuid } from 'drizzle-orm/pg-core';
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

/**
 * Vectors of the title and description of bookmarks, by the embedding model. They are plain arrays, cast by the search,
 * since not every PostgreSQL has the type `vector`. A row has the space and the text of its bookmark: triggers delete it
 * in the statement that changes, moves, encrypts or deletes that, and a job computes it again. A writer locks the row of
 * the bookmark, see [Note: No foreign keys on bulk tables].
 */
export const embeddings = pgTable(
  'embeddings',
  {
    accountId: uuid('account_id').notNull(),
    bookmarkId: uuid('bookmark_id').notNull(),
    spaceId: uuid('space_id').notNull(),
    model: text('model').notNull(),
    vector: real('vector').array().notNull(),
  },
  (table) => [
    primaryKey({ name: 'embeddings_pkey', columns: [table.accountId, table.bookmarkId] }),
    index('embeddings_space_idx').on(table.accountId, table.spaceId, table.model, table.bookmarkId),
  ],
);
