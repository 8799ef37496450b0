// White space, characters that take no room on their own (zero-width spaces and joiners, marks of direction), and the
// braille pattern without dots.
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text shows nothing. Kept apart from the schemas, so that a browser needs no zod for it. */
export const isBlank = (text: string): boolean => blank.test(text);

/** A title without white space around it; empty where nothing of it can be seen. */
export const trimTitle = (title: string): string => (isBlank(title) ? '' : title.trim());
