/** An object of a JSON file, whose fields can have any type. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a text or the digits of a number; empty for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Returns the elements of a list that are texts. */
export const textsOf = (value: unknown): string[] => listOf(value).map(textOf);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const recordsOf = (value: unknown): JsonRecord[] => listOf(value).filter(isRecord);

/** Whether a flag is set: a boolean, or 1 as a number or text. */
export const isSet = (value: unknown): boolean => value === true || value === 1 || value === '1';
