import { isBlank } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { cutText } from '@/lib/domain/netscape/text';

/** Stands for an empty name. Kept in English, like the name of the default collection. */
export const unnamedFolder = 'Unnamed folder';

/** The names of folders as collections have them: `unnamed` stands for one that shows nothing. */
export const visibleNames = (path: readonly string[], unnamed: string): string[] =>
  path.map((name) => (isBlank(name) ? unnamed : name.trim()));

/** The name of a collection made from the last `length` of the folders, uncut. */
export const joinNames = (names: readonly string[], length: number): string =>
  names.slice(-length).join(' / ');

/** The name with what is put behind it, cut to what a collection's may be. */
export function fitName(name: string, suffix = ''): string {
  const max = limits.collectionNameLength - suffix.length;
  const cut = cutText(name, max);
  return (cut === name ? name : `${cutText(name, max - 1).trimEnd()}…`) + suffix;
}

/** Whether an import may have given this name to the collection that it made from the folders of `path`. */
export function isNamedAfter(name: string, path: readonly string[], unnamed: string): boolean {
  const names = visibleNames(path, unnamed);
  const number = / \(\d+\)$/.exec(name)?.[0] ?? '';
  return names.some((_, index) => {
    const joined = joinNames(names, index + 1);
    return name === fitName(joined) || name === fitName(joined, number);
  });
}
