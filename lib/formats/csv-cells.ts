// Starts that spreadsheets evaluate as formulas: a sign of one, in any width, also after white space and invisible
// characters, which some of them skip; and a tab or line end, which can begin another cell.
const formula = String.raw`[\t\r\n]|[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝﹦⁼₌＋﹢⁺₊﬩－﹣⁻₋−＠﹫]`;
const unsafe = new RegExp(`^'*(?:${formula})`, 'u');
const guard = new RegExp(`^'(?='*(?:${formula}))`, 'u');

/** Returns the text of a cell that no spreadsheet evaluates: prefixed with `'`, as is a text that looks prefixed. */
export const guarded = (text: string): string => (unsafe.test(text) ? `'${text}` : text);

/** Returns the text of a cell that `guarded` has written, or another program with the same prefix. */
export const unguarded = (cell: string): string => cell.replace(guard, '');

/**
 * Returns the cell of a list of names: a single name as it is, several of them, or one that could be taken for several,
 * as a JSON array.
 */
export const listCell = (names: readonly string[]): string => {
  const [first = ''] = names;
  const isPlain = names.length === 1 && first.trim() === first && first !== '' && !/^\[|,/.test(first);
  return isPlain ? first : names.length === 0 ? '' : JSON.stringify(names);
};

/** Returns the names in a cell that `listCell` has written, or that are separated by commas. */
export function readListCell(cell: string): readonly string[] {
  const names = cell.startsWith('[') ? readJsonArray(cell) : null;
  if (names !== null) return names.filter((name) => typeof name === 'string');
  return cell.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function readJsonArray(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
