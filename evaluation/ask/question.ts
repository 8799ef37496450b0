/** What somebody types, and the query in the grammar of docs/search.md that they mean. */
export type Question = readonly [text: string, meaning: string];

/** Every third question is held out: the word lists and rules are not made to fit it. */
export const isHeldOut = (index: number): boolean => index % 3 === 2;

/** When all questions are asked, a Saturday, and where. */
export const askedAt = new Date('2026-11-21T15:00:00Z');
export const askedIn = 'America/Sao_Paulo';
