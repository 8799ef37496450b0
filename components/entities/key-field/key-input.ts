import '@/components/common/zod-without-eval';
import { z } from 'zod';
import {
  keyProblems,
  type KeyDraft,
  type KeyProblem,
  type KeyProblems,
} from '@/components/entities/key-field/key-draft';

/** Value of a `KeyField`, whether usable or not. */
export const AnyKeyDraft = z.strictObject({
  source: z.string(),
  passphrase: z.string(),
  confirmation: z.string(),
  hint: z.string(),
  isUnderstood: z.boolean(),
});

/** A key to encrypt with. It never leaves the device, so the contract has no schema for it. */
export const KeyInput = AnyKeyDraft.superRefine((draft, context) => {
  for (const [name, message] of Object.entries(keyProblems(draft))) {
    context.addIssue({ code: 'custom', path: [name], message });
  }
});

/** Value while the existing keys are unknown. */
export const noKeyDraft: KeyDraft = {
  source: '',
  passphrase: '',
  confirmation: '',
  hint: '',
  isUnderstood: false,
};

interface KeyController {
  field: { value: KeyDraft; onChange: (draft: KeyDraft) => void; ref: (handle: unknown) => void };
  /** Errors of the parts of the key, by name, or of the key as a whole if it was tried. */
  fieldState: { error?: { message?: unknown } | undefined };
}

/** Returns the props of a `KeyField` that is a field of a form. */
export function keyFieldProps({ field: { value, onChange, ref }, fieldState: { error } }: KeyController) {
  const problems: KeyProblems = {
    ...(error && typeof error.message === 'string' && { passphrase: error.message as KeyProblem }),
    ...problemsOf(error),
  };
  return { ref, draft: value, onChange, problems };
}

const names = ['passphrase', 'confirmation', 'hint', 'isUnderstood'] as const;

function problemsOf(error: object | undefined): KeyProblems {
  const parts = (error ?? {}) as Partial<Record<(typeof names)[number], { message: KeyProblem }>>;
  return Object.fromEntries(names.flatMap((name) => (parts[name] ? [[name, parts[name].message]] : [])));
}
