const words: Readonly<Record<string, number>> = {
  a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12,
  um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, oito: 8, nove: 9, dez: 10, doze: 12,
  'a couple of': 2, 'couple of': 2, 'um par de': 2, fifteen: 15, twenty: 20, quinze: 15, vinte: 20,
}; // prettier-ignore

/** A small number in digits or words, as signs of a tape. */
export const numberPattern = `(?:\\d{1,4}|${Object.keys(words)
  .sort((first, second) => second.length - first.length)
  .join('|')})`;

/** The same without `a` and `um`, which are numbers only before a unit of time. */
export const countPattern = '(?:\\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte)'; // prettier-ignore

export const readNumber = (sign: string): number => words[sign] ?? Number(sign);
