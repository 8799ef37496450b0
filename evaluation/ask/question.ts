/** What somebody types, and the query in the grammar of docs/search.md that they mean. */
export type Question = readonly [text: string, meaning: string];

/** When all questions are asked, a Saturday, and where. */
export const askedAt = new Date('2026-11-21T15:00:00Z');
export const askedIn = 'America/Sao_Paulo';
