import type { PlainItem } from '@/lib/crypto/core/ring';
import type { Envelope, KeyId, DecryptResult, EncryptedItem } from '@/lib/crypto/types';

/** Parameters and result of each call from the page to the worker. */
export interface Calls {
  unlock: {
    readonly params: {
      readonly passphrase: string;
      readonly key: KeyId;
      readonly samples: readonly EncryptedItem[];
    };
    readonly result: boolean;
  };
  create: { readonly params: { readonly passphrase: string }; readonly result: KeyId };
  encrypt: {
    readonly params: { readonly key: KeyId; readonly items: readonly PlainItem[] };
    readonly result: Envelope[];
  };
  decrypt: {
    readonly params: { readonly items: readonly EncryptedItem[] };
    readonly result: DecryptResult[];
  };
}

export type CallName = keyof Calls;

export type Call<Name extends CallName = CallName> = {
  [N in Name]: { readonly call: N; readonly id: number; readonly account: string } & Calls[N]['params'];
}[Name];

export type Failure = 'unsafe' | 'locked' | 'failed';

export type CallResponse =
  | { readonly id: number; readonly result: Calls[CallName]['result'] }
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
    [fields['title'], fields['url'], fields['description'], fields['notes'] ?? '', fields['tags']].every(
      isText,
    )
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
export function readResponse(message: unknown): CallResponse | null {
  const fields = fieldsOf(message);
  if (!fields || typeof fields['id'] !== 'number') return null;
  return 'result' in fields || isText(fields['failure']) ? (message as CallResponse) : null;
}
