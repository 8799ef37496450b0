import type { PlainItem } from '@/lib/crypto/core/ring';
import type { Envelope, KeyId, DecryptResult, EncryptedItem } from '@/lib/crypto/types';

/** Parameters (`asks`) and result (`gives`) of each call from the page to the worker. */
export interface Calls {
  unlock: {
    readonly asks: {
      readonly passphrase: string;
      readonly key: KeyId;
      readonly samples: readonly EncryptedItem[];
    };
    readonly gives: boolean;
  };
  create: { readonly asks: { readonly passphrase: string }; readonly gives: KeyId };
  encrypt: {
    readonly asks: { readonly key: KeyId; readonly items: readonly PlainItem[] };
    readonly gives: Envelope[];
  };
  decrypt: { readonly asks: { readonly items: readonly EncryptedItem[] }; readonly gives: DecryptResult[] };
}

export type CallName = keyof Calls;

export type Call<Name extends CallName = CallName> = {
  [N in Name]: { readonly call: N; readonly id: number; readonly account: string } & Calls[N]['asks'];
}[Name];

export type Failure = 'unsafe' | 'locked' | 'failed';

export type Answer =
  | { readonly id: number; readonly gives: Calls[CallName]['gives'] }
  | { readonly id: number; readonly failure: Failure };

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null ? (value as Fields) : null;

const isText = (value: unknown): value is string => typeof value === 'string';

const areAll = (value: unknown, fits: (item: Fields) => boolean): boolean =>
  Array.isArray(value) &&
  value.every((item) => {
    const fields = fieldsOf(item);
    return fields !== null && fits(fields);
  });

const isEncrypted = ({ uuid, cipher }: Fields): boolean => isText(uuid) && isText(cipher);

function isPlain({ uuid, secret }: Fields): boolean {
  const fields = fieldsOf(secret);
  return (
    isText(uuid) &&
    fields !== null &&
    [fields['title'], fields['url'], fields['description'], fields['tags']].every(isText)
  );
}

const argumentChecks: Readonly<Record<CallName, (fields: Fields) => boolean>> = {
  unlock: ({ passphrase, key, samples }) => isText(passphrase) && isText(key) && areAll(samples, isEncrypted),
  create: ({ passphrase }) => isText(passphrase),
  encrypt: ({ key, items }) => isText(key) && areAll(items, isPlain),
  decrypt: ({ items }) => areAll(items, isEncrypted),
};

/** Validates a message as a call; null for anything else, which the worker ignores. */
export function readCall(message: unknown): Call | null {
  const fields = fieldsOf(message);
  if (!fields || typeof fields['id'] !== 'number' || !isText(fields['account'])) return null;
  const name = fields['call'];
  if (!isText(name) || !Object.hasOwn(argumentChecks, name)) return null;
  return argumentChecks[name as CallName](fields) ? (message as Call) : null;
}

/** Validates a message as a response; null for messages of other programs on the page. */
export function readAnswer(message: unknown): Answer | null {
  const fields = fieldsOf(message);
  if (!fields || typeof fields['id'] !== 'number') return null;
  return 'gives' in fields || isText(fields['failure']) ? (message as Answer) : null;
}
