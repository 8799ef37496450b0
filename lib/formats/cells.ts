import { decodeHTML } from 'entities/decode';

/** Splits a list in a text; without empty elements. */
export const splitList = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Parses a JSON array in a cell; a text that is none is one element. */
export function jsonList(text: string): string[] {
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [text];
  } catch {
    return [text];
  }
}

// The last quote may be missing, so that no text is read twice.
const pythonText = /'((?:[^'\\]|\\.?)*)(?:'|$)|"((?:[^"\\]|\\.?)*)(?:"|$)/gs;

/** Parses a list of texts as Python prints it: each in single quotes, or in double quotes if it contains a single one. */
export const pythonList = (text: string): string[] =>
  Array.from(text.matchAll(pythonText), ([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/gs, '$1'),
  );

const quotedWord = /"([^"]*)"|(\S+)/g;

/** Splits words at spaces, outside of quotes. */
export const splitWords = (text: string): string[] =>
  Array.from(text.matchAll(quotedWord), ([, quoted, word]) => quoted ?? word ?? '').filter(
    (word) => word.trim() !== '',
  );

/** Returns the text of an HTML fragment: without tags, with its entities decoded once. */
export const htmlText = (html: string): string =>
  /[<&]/.test(html) ? decodeHTML(html.replace(/<[/!?]?[a-z][^<>]*>/gi, '')) : html;
