// In a separate file because the browser uses it without the schemas.

/** Colors of annotations, in the order in which they are offered. */
export const highlightColors = ['yellow', 'green', 'blue', 'red'] as const;
export type HighlightColor = (typeof highlightColors)[number];
