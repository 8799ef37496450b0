'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { Refused } from '@/components/common/contract-form';
import { FormAlert } from '@/components/common/form-alert';
import { notify } from '@/components/common/notify';
import { OptionBox } from '@/components/common/option-box';
import { bookmarkTitle, isLocked } from '@/components/entities/bookmark-text';
import { useDecrypted } from '@/components/entities/use-decrypted';
import type { KeyDraft } from '@/components/entities/key-field/key-draft';
import type { VaultRequest } from '@/components/entities/vault-store';
import { KeyFormDialog } from '@/components/features/vault/key-form-dialog';
import { encryptBookmarks, laterCopies, type Work } from '@/components/features/vault/encrypt-bookmarks';
import { isStored, OutcomeUnknown, sendSurely } from '@/components/features/vault/send-surely';
import { StoredDialog } from '@/components/features/vault/stored-dialog';
import { UnlockDialog } from '@/components/features/vault/unlock-dialog';
import { useFailureMessage } from '@/components/features/vault/use-vault';
import { useKeyForm } from '@/components/features/vault/use-key-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeader } from '@/components/ui/dialog';
import { bookmarkEditing } from '@/lib/api/bookmark-editing';
import { encryptionMutations, encryptionQueries } from '@/lib/api/encryption';
import { ChangeWaiting } from '@/lib/outbox/entry';
import { forgetPlain } from '@/lib/offline/forget-plain';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import { transportOf } from '@/lib/api/query-client';
import type { Input } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { readableUrl } from '@/lib/domain/readable-path';
import { hasCrypto } from '@/lib/vault/keys';
import { secretOf } from '@/lib/vault/decrypt-text';
import { encryptedRow, decryptedRow } from '@/lib/vault/decrypted';
import { inCalls } from '@/lib/vault/in-calls';
import { decryptBookmarks } from '@/lib/vault/vault';
import { WrongKey } from '@/lib/vault/vault-types';

interface DecryptDialogProps {
  bookmark: Bookmark;
  isOpen: boolean;
  onClose: () => void;
}

/** Sends a bookmark to the server in plain text, after explaining the consequences. */
function DecryptDialog({ bookmark, isOpen, onClose }: DecryptDialogProps) {
  // Renders again when it is decrypted, or locked while this is mounted.
  useDecrypted();
  const shown = decryptedRow(encryptedRow(bookmark));
  if (isLocked(shown)) {
    // Entering the key is only the first step: the requested dialog follows.
    const closed = (isDone: boolean) => (isDone ? undefined : onClose());
    return <UnlockDialog bookmark={bookmark} isOpen={isOpen} onClose={closed} />;
  }
  return <Decrypt shown={shown} isOpen={isOpen} onClose={onClose} />;
}

function Decrypt({ shown, isOpen, onClose }: { shown: Bookmark; isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Vault');
  const { mutateAsync: update } = useMutation(bookmarkEditing.update());
  const [refusal, setRefusal] = useState<string | null>(null);
  const confirm = async () => {
    setRefusal(null);
    const { uuid, updatedAt } = shown;
    const body = { encrypted: false, ...secretOf(shown), updatedAt };
    try {
      await update({ params: { uuid }, body, bookmark: encryptedRow(shown) });
      notify({ message: t('decrypted') });
    } catch (failure) {
      const isChanged = failure instanceof ApiProblem && failure.code === 'OUTDATED';
      const isLost = failure instanceof NetworkFailure;
      setRefusal(t(isChanged ? 'decryptChanged' : isLost ? 'decryptUnknown' : 'decryptFailed'));
      throw failure;
    }
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('decryptTitle')}
      description={t('decryptText')}
      confirmLabel={t('decrypt')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      destructive
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-3">
        <FormAlert text={refusal} />
        <p className="rounded-md bg-muted px-3 py-2 wrap-anywhere">
          <span dir="auto" className="block font-medium">
            {bookmarkTitle(shown)}
          </span>
          <span className="block text-second text-muted-foreground">{readableUrl(shown.url ?? '')}</span>
        </p>
      </div>
    </ConfirmDialog>
  );
}

type ReencryptBody = Input<'bookmarks.reencrypt'>['body'];

/**
 * Returns a function that encrypts bookmarks on this device and sends them: all bookmarks of one call are
 * encrypted, or none. Running it again after a failure continues with the remaining ones.
 */
function useEncrypting() {
  const t = useTranslations('Vault');
  const explain = useFailureMessage();
  const client = useQueryClient();
  const { mutateAsync: reencrypt } = useMutation(encryptionMutations.reencrypt());
  /** Null while no encryption is running. */
  const [work, setWork] = useState<Work | null>(null);
  const messageOf = (failure: unknown): string => {
    if (failure instanceof ChangeWaiting) return t('unsent');
    if (failure instanceof OutcomeUnknown) return t('encryptUnknown');
    if (!(failure instanceof ApiProblem)) return explain(failure);
    if (failure.code === 'OUTDATED') return t('changed');
    return failure.code === 'NOT_FOUND' ? t('gone') : explain(failure);
  };
  const done = useRef(new Set<string>());
  const run = async (draft: KeyDraft, chosen: readonly Bookmark[]): Promise<void> => {
    const bookmarks = chosen.filter(({ uuid }) => !done.current.has(uuid));
    const total = bookmarks.length;
    setWork({ step: 'encrypting', done: 0, total });
    try {
      const report = (count: number) => setWork({ step: 'encrypting', done: count, total });
      const { body } = await encryptBookmarks(draft, bookmarks, report);
      setWork({ step: 'sending', done: 0, total });
      let sent = 0;
      for (const items of inCalls(body.items)) {
        const batch = bookmarks.slice(sent, sent + items.length);
        sent += items.length;
        const kept = laterCopies(batch, bookmarks.slice(sent));
        const [first] = items;
        await sendSurely(
          () => reencrypt({ body: { ...body, items, kept }, bookmarks: batch.map(encryptedRow) }),
          async () => first !== undefined && (await isStored(transportOf(client), first)),
        );
        const uuids = batch.map(({ uuid }) => uuid);
        for (const uuid of uuids) done.current.add(uuid);
        forgetPlain(client, uuids);
        await decryptBookmarks(
          batch.map((bookmark, index) => encryptedAs(bookmark, items[index], body.hint)),
        );
      }
    } catch (failure) {
      if (failure instanceof WrongKey) throw new Refused('wrong', 'key');
      const before = t('encryptedBefore', { count: done.current.size });
      throw new Refused(`${before} ${messageOf(failure)}`.trim());
    } finally {
      setWork(null);
    }
  };
  return { work, run };
}

/**
 * Returns the bookmark as the lists will contain it: if nothing was unlocked before, the vault does not follow
 * them yet.
 */
const encryptedAs = (
  bookmark: Bookmark,
  item: ReencryptBody['items'][number] | undefined,
  hint: ReencryptBody['hint'],
): Bookmark => ({
  ...encryptedRow({ ...bookmark, encrypted: true }),
  cipher: item?.cipher ?? null,
  hint: hint ?? null,
});

interface EncryptDialogProps {
  bookmarks: readonly Bookmark[];
  onDone: (() => void) | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Encrypts readable bookmarks, and asks about others with the same url. */
function EncryptDialog({ bookmarks, onDone, isOpen, onClose }: EncryptDialogProps) {
  const t = useTranslations('Vault');
  const { work, run } = useEncrypting();
  const query = useQuery(encryptionQueries.copies(bookmarks.map(({ uuid }) => uuid)));
  const { data: copies, isLoadingError, isPaused, refetch } = query;
  // Without a network, the query waits for it.
  const hasFailed = isLoadingError || (isPaused && copies === undefined);
  const [withCopies, setWithCopies] = useState(true);
  const others = copies?.content ?? [];
  const chosen = withCopies ? [...bookmarks, ...others] : bookmarks;
  const count = bookmarks.length;
  const form = useKeyForm({
    isOpen,
    send: async (key) => {
      await run(key, chosen);
      notify({ message: t('encrypted', { count: chosen.length }) });
      onDone?.();
      onClose();
    },
  });
  return (
    <KeyFormDialog
      title={t('encryptTitle', { count })}
      text={t('encryptText', { count })}
      submitLabel={t('encrypt')}
      isLoading={copies === undefined}
      {...{ form, work, isOpen, onClose }}
    >
      {hasFailed ? (
        <div className="flex flex-col items-start gap-2">
          <FormAlert text={t('copiesFailed')} />
          <Button onClick={() => void refetch()}>{t('retry')}</Button>
        </div>
      ) : null}
      {copies && others.length > 0 ? (
        <OptionBox
          label={t('encryptCopies', { count: others.length })}
          text={t('copiesRemain', { count: copies.total })}
          checked={withCopies}
          onChange={setWithCopies}
        />
      ) : null}
    </KeyFormDialog>
  );
}

/** All dialogs around encryption, loaded together; without cryptography in the browser, an explanation. */
export function VaultDialogs({ request }: { request: VaultRequest }) {
  const [isOpen, setOpen] = useState(true);
  const onClose = () => setOpen(false);
  if (request.kind === 'stored') return <StoredDialog bookmark={request.bookmark} {...{ isOpen, onClose }} />;
  if (!hasCrypto()) return <NoCryptoDialog {...{ isOpen, onClose }} />;
  switch (request.kind) {
    case 'unlock':
      return <UnlockDialog bookmark={request.bookmark} onUnlocked={request.then} {...{ isOpen, onClose }} />;
    case 'encrypt':
      return <EncryptDialog {...request} onDone={request.then} {...{ isOpen, onClose }} />;
    case 'decrypt':
      return <DecryptDialog bookmark={request.bookmark} {...{ isOpen, onClose }} />;
  }
}

function NoCryptoDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('Vault');
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="sm">
        <DialogHeader title={t('noCryptoTitle')} description={t('noCrypto')} />
        <DialogFooter className="border-t-0 pt-2 md:pb-5">
          <DialogClose asChild>
            <Button>{t('close')}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
