/** Color of a collection for which nobody has chosen one: six hexadecimal digits. */
export const plainColor = '4a5568';
