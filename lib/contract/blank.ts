// White space, default-ignorable characters (zero-width spaces and joiners, direction marks), and the blank braille
// pattern.
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text has no visible characters. Separate from the schemas, so that browsers can use it without zod. */
export const isBlank = (text: string): boolean => blank.test(text);

/** Returns the trimmed title; empty if it has no visible characters. */
export const trimTitle = (title: string): string => (isBlank(title) ? '' : title.trim());
