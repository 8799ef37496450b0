/** Text of a question, and the query with the same meaning in the grammar of docs/search.md. */
export type Question = readonly [text: string, meaning: string];

/** Reference time of all questions, a Saturday, and their time zone. */
export const askedAt = new Date('2026-11-21T15:00:00Z');
export const askedIn = 'America/Sao_Paulo';
