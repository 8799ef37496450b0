import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { byteOrderedText, descending } from './columns';

export const tags = pgTable(
  'tags',
  {
    spaceId: uuid('space_id').notNull(),
    /** Equal for all spellings of the same tag. */
    key: byteOrderedText('key').notNull(),
    /** Spelling of its first use. */
    name: text('name').notNull(),
    /** Folded words, each preceded by a space. */
    words: text('words')
      .notNull()
      .generatedAlwaysAs(sql`' ' || mw_fold(translate(name, '/.-_?=&#:%+~@;|()[]', '                   '))`),
    bookmarkCount: integer('bookmark_count').notNull(),
  },
  (table) => [
    primaryKey({ name: 'tags_pkey', columns: [table.spaceId, table.key] }),
    index('tags_count_idx').on(table.spaceId, descending(table.bookmarkCount), table.key),
  ],
);

/**
 * [Note: Words of a space] Every word of the bookmarks of a space that a query may match in part or with a typo: three
 * letters or more, and not a number. A query looks up the matching words here, so the index of bookmarks is only
 * searched for words that exist. `uses` counts the lexemes of all bookmarks, including those in the trash, and a word
 * is deleted with its last bookmark: once that is encrypted, nothing readable remains. Statement triggers maintain it
 * under the lock of the space, like all counters ([Note: Counters]); an import counts its words at the end with
 * `mw_count_import_words`. Like bookmarks it has no foreign key, and is deleted with its space.
 *
 * A statement that writes neither `search` nor `space_id` must not pay for this. Only a trigger without transition
 * tables can be bound to columns: it runs first and sets a flag for the trigger that receives the rows.
 */
export const spaceWords = pgTable(
  'space_words',
  {
    spaceId: uuid('space_id').notNull(),
    word: byteOrderedText('word').notNull(),
    uses: integer('uses').notNull(),
  },
  (table) => [
    primaryKey({ name: 'space_words_pkey', columns: [table.spaceId, table.word] }),
    index('space_words_trigram_idx').using('gin', table.spaceId, table.word.op('gin_trgm_ops')),
  ],
);
