import { givesAway } from '@/lib/vault/keys';
import { newKeyLength, type KeyChoice, type UnlockedKey } from '@/lib/vault/vault-types';

/** What stands in a `KeyField`. It holds a key in plain text: forget it as soon as it is used. */
export interface KeyDraft {
  /** An unlocked key by its id, one in use that is typed, or a new one. */
  readonly source: string;
  readonly passphrase: string;
  readonly confirmation: string;
  readonly hint: string;
  /** That a lost key is lost. */
  readonly isUnderstood: boolean;
}

export type KeyProblem =
  | 'empty'
  | 'short'
  | 'different'
  | 'givesAway'
  | 'notUnderstood'
  /** What only trying tells: it fits no key in use. */
  | 'wrong';

export type KeyProblems = Partial<
  Record<'passphrase' | 'confirmation' | 'hint' | 'isUnderstood', KeyProblem>
>;

/** Begins with the first unlocked key, with one that is in use, or else with a new one. */
export const startKeyDraft = (unlocked: readonly UnlockedKey[], hasKeys: boolean): KeyDraft => ({
  source: unlocked[0]?.key ?? (hasKeys ? 'typed' : 'new'),
  passphrase: '',
  confirmation: '',
  hint: '',
  isUnderstood: false,
});

/** Why the draft cannot be used yet; empty where it can. */
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

/** The choice that `encryptMany` and `encryptSecret` of the vault take. */
export function keyChoice({ source, passphrase, hint }: KeyDraft): KeyChoice {
  if (source === 'typed') return { passphrase, create: false };
  if (source === 'new') return { passphrase, create: true, hint: hint.trim() || undefined };
  return { key: source };
}

/** The hint that is to be saved with what is encrypted; undefined where there is none. */
export const keyHint = ({ source, hint }: KeyDraft, unlocked: readonly UnlockedKey[]): string | undefined =>
  (source === 'new' ? hint.trim() : unlocked.find(({ key }) => key === source)?.hint) || undefined;
