import path from 'node:path';
import type { CommittedFile } from './list-committed-files';

/** A figure of the code base by which its structure is judged. */
export interface Measure {
  name: string;
  value: number;
}

const TEST = /\.test\.tsx?$|\/testing\//;
const TYPESCRIPT = /\.tsx?$/;
/** Code that users run: configuration in the root folder counts, programs of the project do not. */
const PRODUCT = /^(?:app|components|lib|provider|server)\/|^[^/]+\.ts$/;
/** Code that runs in the browser. */
const BROWSER = /^(?:app|components|lib\/(?:api|bookmark|domain|offline|outbox|vault))\//;

/** Lists the files of the product without tests: TypeScript, stylesheets and migrations. */
export const listProductFiles = (files: readonly CommittedFile[]): CommittedFile[] =>
  files.filter(({ path }) => PRODUCT.test(path) && !TEST.test(path) && /\.(?:tsx?|css|sql)$/.test(path));

export const countLines = (files: readonly CommittedFile[]): number =>
  files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

/** Fields that a place names if it lists those of a bookmark, in the spelling of TypeScript or of SQL. */
const FIELDS = [
  /\btitle\b/,
  /\bdescription\b/,
  /\btags\b/,
  /\bfavorite\b/,
  /\bhighlighted\b/,
  /\bextra\b/,
  /\bcreated(?:At|_at)\b/,
];
const FIELDS_OF_A_LIST = 5;
const LINES_OF_A_LIST = 9;

/** Returns the first lines of the places that list the fields of a bookmark: 5 of 7 names within 9 lines. */
export function findFieldLists(text: string): number[] {
  const named = text.split('\n').map((line) => FIELDS.filter((field) => field.test(line)));
  const found: number[] = [];
  for (let at = 0; at < named.length;) {
    const fields = new Set(named.slice(at, at + LINES_OF_A_LIST).flat());
    const isList = named[at]!.length > 0 && fields.size >= FIELDS_OF_A_LIST;
    if (isList) found.push(at + 1);
    at += isList ? LINES_OF_A_LIST : 1;
  }
  return found;
}

const COMPARISON =
  /\b(?:a|one)\.((?:\w+\.)*(?:titleKey|title|createdAt|lastAccessedAt|orderKey))\b.+\b(?:b|other)\.\1\b/;

/** Whether a text compares two bookmarks by a value that a list is sorted by. */
export const hasComparator = (text: string): boolean => COMPARISON.test(text);

/** Returns the files of `files` that each file imports, by path. */
function readImports(files: readonly CommittedFile[]): Map<string, string[]> {
  const known = new Set(files.map(({ path }) => path));
  return new Map(files.map((file) => [file.path, importsOf(file).filter((target) => known.has(target))]));
}

function importsOf(file: CommittedFile): string[] {
  const specifiers = [...file.text.matchAll(/\b(?:from |import |import\()'([^']+)'/g)].map(
    ([, name]) => name!,
  );
  return specifiers.flatMap((name) => {
    const target = name.startsWith('@/')
      ? name.slice(2)
      : name.startsWith('.')
        ? path.posix.join(path.posix.dirname(file.path), name)
        : null;
    return target === null ? [] : [`${target}.ts`, `${target}.tsx`];
  });
}

/** Returns the number of files on the longest chain of imports among the files, which have no cycles. */
export function longestImportChain(files: readonly CommittedFile[]): number {
  const imports = readImports(files);
  const lengths = new Map<string, number>();
  const lengthOf = (file: string): number => {
    const length = lengths.get(file) ?? 1 + Math.max(0, ...(imports.get(file) ?? []).map(lengthOf));
    lengths.set(file, length);
    return length;
  };
  return Math.max(0, ...files.map(({ path }) => lengthOf(path)));
}

/** Returns the pairs of modules of the service that import each other. */
export function findMutualModules(files: readonly CommittedFile[]): string[] {
  const moduleOf = (file: string): string | undefined => /^provider\/modules\/([^/]+)\//.exec(file)?.[1];
  const edges = new Set<string>();
  for (const [from, targets] of readImports(files)) {
    for (const to of targets) edges.add(`${moduleOf(from)} ${moduleOf(to)}`);
  }
  return [...edges].sort().filter((edge) => {
    const [from = '', to = ''] = edge.split(' ');
    return from < to && from !== 'undefined' && to !== 'undefined' && edges.has(`${to} ${from}`);
  });
}

/** Measures the committed files. */
export function measure(files: readonly CommittedFile[]): Measure[] {
  const product = listProductFiles(files);
  const typescript = product.filter(({ path }) => TYPESCRIPT.test(path));
  const under = (...folders: string[]) =>
    typescript.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)));
  const bulk = ['imports', 'exports', 'bulk', 'duplicates', 'encryption'].map(
    (name) => `provider/modules/${name}`,
  );
  const feature = under('components/features/bookmarks');
  const comparing = typescript.filter(({ path, text }) => BROWSER.test(path) && hasComparator(text));
  return [
    {
      name: 'TypeScript files that name `highlighted`',
      value: typescript.filter(({ text }) => /\bhighlighted\b/.test(text)).length,
    },
    {
      name: 'places that list the fields of a bookmark',
      value: typescript.reduce((sum, { text }) => sum + findFieldLists(text).length, 0),
    },
    { name: 'files with a comparator of bookmarks in the browser', value: comparing.length },
    { name: 'mutual pairs of modules', value: findMutualModules(typescript).length },
    { name: 'features/bookmarks: files', value: feature.length },
    { name: 'features/bookmarks: longest chain of imports', value: longestImportChain(feature) },
    { name: 'imports, exports, bulk, duplicates, encryption: lines', value: countLines(under(...bulk)) },
    { name: 'lines of the product', value: countLines(product) },
  ];
}

/** Describes where the figures come from, one place per line. */
export function listPlaces(files: readonly CommittedFile[]): string[] {
  const typescript = listProductFiles(files).filter(({ path }) => TYPESCRIPT.test(path));
  return [
    ...typescript.flatMap(({ path, text }) => findFieldLists(text).map((line) => `fields: ${path}:${line}`)),
    ...typescript
      .filter(({ path, text }) => BROWSER.test(path) && hasComparator(text))
      .map(({ path }) => `comparator: ${path}`),
    ...findMutualModules(typescript).map((pair) => `mutual: ${pair.replace(' ', ' and ')}`),
  ];
}
