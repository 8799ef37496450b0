/**
 * Favorites of an account, to be looked up together with the index of words. PostgreSQL does not bring two indexes
 * together that share a condition, so this one is neither by space nor without the trash.
 */
export const favoriteWords = {
  id: '0016-favorite-words',
  sql: `
create index bookmarks_favorite_words_idx on bookmarks (account_id) where favorite;
`,
};
