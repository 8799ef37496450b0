import { findLocale, type Locale } from '@/lib/i18n/locale';

export const changeTypes = ['feature', 'improvement', 'fix', 'security'] as const;
export type ChangeType = (typeof changeTypes)[number];

interface ChangeText {
  readonly title: string;
  readonly description: string;
}

/** A change in English, with its translations. */
export interface ReleaseChange extends ChangeText {
  readonly type: ChangeType;
  readonly translations?: Readonly<Partial<Record<Locale, ChangeText>>>;
}

export interface ChangelogVersion {
  readonly version: string;
  readonly changes: readonly ReleaseChange[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isChangeText = (value: unknown): value is ChangeText =>
  isObject(value) && typeof value['title'] === 'string' && typeof value['description'] === 'string';

const isReleaseChange = (value: unknown): value is ReleaseChange =>
  isObject(value) &&
  changeTypes.some((type) => type === value['type']) &&
  isChangeText(value) &&
  (!('translations' in value) ||
    (isObject(value['translations']) &&
      Object.entries(value['translations']).every(
        ([name, text]) => findLocale(name) !== null && isChangeText(text),
      )));

const isVersion = (value: unknown): value is ChangelogVersion =>
  isObject(value) &&
  typeof value['version'] === 'string' &&
  Array.isArray(value['changes']) &&
  value['changes'].every(isReleaseChange);

/**
 * Parses the content of the changelog file and returns its versions.
 * @throws if the value has another shape
 */
export function readChangelog(value: unknown): readonly ChangelogVersion[] {
  const versions = isObject(value) ? value['versions'] : undefined;
  if (!Array.isArray(versions) || !versions.every(isVersion)) throw new TypeError('Not a changelog');
  return versions;
}

/** Fetches the changelog. Each release replaces the file at the same URL, so the browser revalidates it. */
export async function fetchChangelog(): Promise<readonly ChangelogVersion[]> {
  const response = await fetch('/changelog.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`The changelog returned ${response.status}`);
  return readChangelog(await response.json());
}
