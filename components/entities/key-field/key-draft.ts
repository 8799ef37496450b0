import { givesAway } from '@/lib/vault/keys';
import { newKeyLength, type KeyChoice, type UnlockedKey } from '@/lib/vault/vault-types';

/** Value of a `KeyField`. It holds a key in plain text: drop it as soon as it is used. */
export interface KeyDraft {
  /** Id of an unlocked key, `typed` for one in use that is typed, or `new`. */
  readonly source: string;
  readonly passphrase: string;
  readonly confirmation: string;
  readonly hint: string;
  /** The user has confirmed that a lost key cannot be recovered. */
  readonly isUnderstood: boolean;
}

export type KeyProblem =
  | 'empty'
  | 'short'
  | 'different'
  | 'givesAway'
  | 'notUnderstood'
  /** Only found by trying: it matches no key in use. */
  | 'wrong';

export type KeyProblems = Partial<
  Record<'passphrase' | 'confirmation' | 'hint' | 'isUnderstood', KeyProblem>
>;

/** Starts with the first unlocked key, with one that is in use, or else with a new one. */
export const startKeyDraft = (unlocked: readonly UnlockedKey[], hasKeys: boolean): KeyDraft => ({
  source: unlocked[0]?.key ?? (hasKeys ? 'typed' : 'new'),
  passphrase: '',
  confirmation: '',
  hint: '',
  isUnderstood: false,
});

/** Returns unlocked keys with the counts of the service: this tab does not count what it saves under a new key. */
export const withCounts = (
  unlocked: readonly UnlockedKey[],
  counted: readonly Pick<UnlockedKey, 'key' | 'count'>[] = [],
): UnlockedKey[] =>
  unlocked.map((one) => ({ ...one, count: counted.find(({ key }) => key === one.key)?.count ?? one.count }));

/** Returns why the draft cannot be used yet; empty if it can. */
export function keyProblems(draft: KeyDraft): KeyProblems {
  const { source, passphrase, confirmation, hint, isUnderstood } = draft;
  if (source === 'typed') return passphrase === '' ? { passphrase: 'empty' } : {};
  if (source !== 'new') return {};
  if (passphrase === '') return { passphrase: 'empty' };
  if (Array.from(passphrase).length < newKeyLength) return { passphrase: 'short' };
  return {
    ...(confirmation !== passphrase && { confirmation: 'different' }),
    ...(givesAway(hint, passphrase) && { hint: 'givesAway' }),
    ...(!isUnderstood && { isUnderstood: 'notUnderstood' }),
  };
}

/** Returns the choice for `encryptMany` and `encryptSecret` of the vault. */
export function keyChoice({ source, passphrase, hint }: KeyDraft): KeyChoice {
  if (source === 'typed') return { passphrase, create: false };
  if (source === 'new') return { passphrase, create: true, hint: hint.trim() || undefined };
  return { key: source };
}

/** Returns the hint to save with the encrypted data; undefined if there is none. */
export const keyHint = ({ source, hint }: KeyDraft, unlocked: readonly UnlockedKey[]): string | undefined =>
  (source === 'new' ? hint.trim() : unlocked.find(({ key }) => key === source)?.hint) || undefined;
