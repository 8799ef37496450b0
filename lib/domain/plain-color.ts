/** Default color of a collection: six hexadecimal digits. */
export const plainColor = '4a5568';
