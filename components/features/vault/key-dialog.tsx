'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Refused } from '@/components/common/contract-form';
import { notify } from '@/components/common/notify';
import { keyChoice, type KeyDraft } from '@/components/entities/key-field/key-draft';
import { RecoverySheet } from '@/components/entities/key-field/recovery-sheet';
import { hintFor, type Work } from '@/components/features/vault/encrypt-bookmarks';
import { KeyFormDialog } from '@/components/features/vault/key-form-dialog';
import { isOutdated, isStored, OutcomeUnknown, sendSurely } from '@/components/features/vault/send-surely';
import { UnlockDialog } from '@/components/features/vault/unlock-dialog';
import { useKeyForm } from '@/components/features/vault/use-key-form';
import { type KeyAction, useFailureMessage, useVault } from '@/components/features/vault/use-vault';
import { encryptionMutations } from '@/lib/api/encryption';
import { NetworkFailure } from '@/lib/api/problem';
import { transportOf } from '@/lib/api/query-client';
import type { Input } from '@/lib/contract';
import type { EncryptionKey } from '@/lib/contract/encryption';
import type { KeyId } from '@/lib/crypto/types';
import type { Room } from '@/lib/utils/split';
import { secretOf } from '@/lib/vault/decrypt-text';
import { callRoom, fitsCall, inCalls } from '@/lib/vault/in-calls';
import { decryptPages, encryptMany, refresh } from '@/lib/vault/vault';
import {
  type KeyChoice,
  type OnProgress,
  type UnlockedRow,
  type Vault,
  WrongKey,
} from '@/lib/vault/vault-types';

/** Returns a function that re-encrypts everything under a key and sends it, all or none. */
function useChangingKey({ key: old, count }: EncryptionKey) {
  const t = useTranslations('Vault');
  const explain = useFailureMessage();
  const send = useSending();
  const [work, setWork] = useState<Work | null>(null);
  const messageOf = (failure: unknown): string => {
    if (failure instanceof OutcomeUnknown) return t('changeUnknown');
    if (failure instanceof NetworkFailure) return t('changeFailed');
    return isOutdated(failure) ? t('changeConflict') : explain(failure);
  };
  const change = (draft: KeyDraft) =>
    changeKey(
      { vault: { decryptPages, encryptMany }, send },
      {
        old,
        choice: keyChoice(draft),
        hintFor: (key) => hintFor(draft, key),
        // There may be more than at the time the list was fetched.
        onProgress: (step, done) => setWork({ step, done, total: Math.max(count, done) }),
      },
    );
  const run = async (draft: KeyDraft): Promise<Changed> => {
    setWork({ step: 'reading', done: 0, total: count });
    const changed = await change(draft)
      .catch((failure: unknown) => {
        throw failure instanceof WrongKey ? new Refused('wrong', 'key') : new Refused(messageOf(failure));
      })
      .finally(() => setWork(null));
    if (changed === null) throw new Refused(t('sameKey'));
    void refresh().catch(() => undefined);
    return changed;
  };
  return { work, run };
}

function useSending(): ChangeParts['send'] {
  const client = useQueryClient();
  const { mutateAsync: reencrypt } = useMutation(encryptionMutations.reencrypt());
  const { mutateAsync: apply } = useMutation(encryptionMutations.applyKeyChange());
  const call = transportOf(client);
  return {
    whole: (body) => reencrypt({ body, bookmarks: [] }),
    begin: () => call('bookmarks.beginKeyChange', {}),
    add: (uuid, items) => call('bookmarks.addToKeyChange', { params: { uuid }, body: { items } }),
    apply: (uuid, body) => apply({ params: { uuid }, body }),
    isStored: (item) => isStored(call, item),
  };
}

interface ChangeKeyDialogProps {
  of: EncryptionKey;
  isOpen: boolean;
  onClose: () => void;
}

/** Replaces this key by another one for all its bookmarks. */
function ChangeKeyDialog({ of, isOpen, onClose }: ChangeKeyDialogProps) {
  const t = useTranslations('Vault');
  const { work, run } = useChangingKey(of);
  const form = useKeyForm({
    excluded: of.key,
    isOpen,
    send: async (key) => {
      const done = await run(key);
      notify({ message: t('keyChanged', { count: done.changed }) });
      if (done.damaged > 0) notify({ message: t('damaged', { count: done.damaged }), tone: 'bad' });
      onClose();
    },
  });
  return (
    <KeyFormDialog
      title={t('changeTitle')}
      text={t('changeText', { count: of.count })}
      submitLabel={t('do.change')}
      {...{ form, work, isOpen, onClose }}
    />
  );
}

interface SheetDialogProps {
  of: EncryptionKey;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * A recovery sheet for an existing key: since the key is stored nowhere, it is requested and verified before
 * printing.
 */
function SheetDialog({ of, isOpen, onClose }: SheetDialogProps) {
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const printed = () => {
    setPassphrase(null);
    onClose();
  };
  if (passphrase !== null && isOpen) {
    return <RecoverySheet passphrase={passphrase} hint={of.hint} onPrinted={printed} />;
  }
  return (
    <UnlockDialog
      wanted={of}
      purpose="sheet"
      onKey={setPassphrase}
      isOpen={isOpen}
      onClose={(isDone) => (isDone ? undefined : onClose())}
    />
  );
}

/** The dialogs around one key. A change starts with entering the current key. */
export function KeyDialog({ action: { kind, of } }: { action: KeyAction }) {
  const [isOpen, setOpen] = useState(true);
  const { keys } = useVault();
  const isUnlocked = keys.some(({ key }) => key === of.key);
  const onClose = () => setOpen(false);
  if (kind === 'sheet') return <SheetDialog of={of} isOpen={isOpen} onClose={onClose} />;
  if (kind === 'change' && isUnlocked) return <ChangeKeyDialog of={of} isOpen={isOpen} onClose={onClose} />;
  // Once it is unlocked, the requested dialog follows.
  return (
    <UnlockDialog
      wanted={of}
      isOpen={isOpen}
      onClose={(isDone) => (isDone && kind === 'change' ? undefined : onClose())}
    />
  );
}

type Whole = Input<'bookmarks.reencrypt'>['body'];
type Apply = Input<'bookmarks.applyKeyChange'>['body'];
type Item = Whole['items'][number];

/** Dependencies of a key change. */
export interface ChangeParts {
  readonly vault: Pick<Vault, 'decryptPages' | 'encryptMany'>;
  readonly send: {
    readonly whole: (body: Whole) => Promise<unknown>;
    readonly begin: () => Promise<{ readonly uuid: string }>;
    readonly add: (uuid: string, items: Item[]) => Promise<unknown>;
    readonly apply: (uuid: string, body: Apply) => Promise<unknown>;
    readonly isStored: (item: Pick<Item, 'uuid' | 'cipher'>) => Promise<boolean>;
  };
  /** Limits of one call; larger changes are sent in parts. */
  readonly whole?: Room;
  /** Limits of one part. */
  readonly part?: Room;
}

export interface KeyChangeRequest {
  readonly old: KeyId;
  readonly choice: KeyChoice;
  readonly hintFor: (key: KeyId) => string;
  /** Called with the number of bookmarks encrypted so far; `sending` when only the last call remains. */
  readonly onProgress: (step: 'encrypting' | 'sending', done: number) => void;
}

/** Number of bookmarks with the new key, and of those that stay under the old one because they are damaged. */
export interface Changed {
  readonly changed: number;
  readonly damaged: number;
}

const partRoom: Room = { ...callRoom, items: 2_000 };

/**
 * Re-encrypts everything under a key, in all spaces and the trash, page by page, and applies it at once: all or
 * none. Only one page of plain text is in memory at a time; envelopes that do not fit one call are staged at the
 * service first. Throws OutcomeUnknown if the last response is lost. Returns null, without a request, if the chosen
 * key is the old one.
 */
export async function changeKey(parts: ChangeParts, request: KeyChangeRequest): Promise<Changed | null> {
  const buffer = createEnvelopeBuffer(parts);
  const { old, hintFor, onProgress } = request;
  let { choice } = request;
  let [changed, damaged] = [0, 0];
  let hint = '';
  for await (const page of parts.vault.decryptPages({ key: old, space: 'all', trash: 'with' })) {
    const readable = page.flatMap(readableOf);
    damaged += page.length - readable.length;
    if (readable.length === 0) continue;
    const before = changed;
    const report: OnProgress = (done) => onProgress('encrypting', before + done);
    const { key, encrypted } = await parts.vault.encryptMany(choice, readable, report, 'dropped');
    if (key === old) return null;
    choice = { key };
    hint = hintFor(key);
    changed += readable.length;
    await buffer.add(
      readable.map(({ uuid, updatedAt }, at) => ({ uuid, updatedAt, cipher: encrypted[at]?.cipher ?? '' })),
    );
  }
  onProgress('sending', changed);
  // A bookmark that cannot be decrypted cannot be re-encrypted: it keeps its envelope and key.
  if (changed > 0) await buffer.finish(damaged > 0 ? { hint } : { hint, replaces: old });
  return { changed, damaged };
}

const readableOf = ({ bookmark, result }: UnlockedRow) =>
  'secret' in result
    ? [
        {
          uuid: bookmark.uuid,
          updatedAt: bookmark.updatedAt,
          secret: secretOf({ ...bookmark, ...result.secret }),
        },
      ]
    : [];

/** Buffers envelopes for one call as long as they fit into it, and stages them at the service from then on. */
function createEnvelopeBuffer({ send, whole = callRoom, part = partRoom }: ChangeParts) {
  let change: string | null = null;
  let buffered: Item[] = [];
  let count = 0;
  const stage = async () => {
    change ??= (await send.begin()).uuid;
    for (const items of inCalls(buffered, part)) await send.add(change, items);
    buffered = [];
  };
  return {
    add: async (items: readonly Item[]) => {
      buffered = [...buffered, ...items];
      count += items.length;
      if (change !== null || !fitsCall(buffered, whole)) await stage();
    },
    finish: async (rest: Omit<Whole, 'items'>) => {
      const [first] = buffered;
      if (change === null) {
        const isStored = async () => first !== undefined && (await send.isStored(first));
        return sendSurely(() => send.whole({ ...rest, items: buffered }), isStored);
      }
      const [uuid, body] = [change, { ...rest, count }];
      // Repeating this call is harmless: it is never refused because it was executed before.
      return sendSurely(
        () => send.apply(uuid, body),
        async () => false,
      );
    },
  };
}
