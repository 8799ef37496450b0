'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { notify } from '@/components/common/notify';
import { EntryRow } from '@/components/features/outbox/entry-row';
import {
  closeOutboxDialog,
  closeSignOutQuestion,
  openOutboxDialog,
  useOutbox,
  useOutboxDialog,
  useSignOutQuestion,
} from '@/components/features/outbox/outbox-store';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from '@/components/ui/dialog';
import type { Input } from '@/lib/contract';
import { parseTags } from '@/lib/domain/tags';
import { isStuck, type OutboxEntry } from '@/lib/outbox/entry';

/** Values of the form for a new bookmark. */
interface Draft {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly notes: string;
  readonly tags: readonly string[];
  readonly collections: readonly string[];
  readonly favorite: boolean;
}

export interface OutboxDialogsProps {
  /** True on the offline page, which sends nothing. */
  readonly isOffline?: boolean;
  /** Opens the form to add a bookmark. */
  readonly onEdit: (draft: Draft, onSaved: () => void) => void;
}

/** The list of queued changes, and the confirmation of the sign-out. */
export function OutboxDialogs(props: OutboxDialogsProps) {
  const t = useTranslations('Outbox');
  const { stored } = useOutbox();
  const shown = useRef(0);
  useEffect(() => {
    if (stored > shown.current) {
      notify({ id: 'outbox', message: t('stored'), action: { label: t('show'), run: openOutboxDialog } });
    }
    shown.current = stored;
  }, [stored, t]);
  return (
    <>
      <OutboxDialog {...props} />
      <SignOutDialog />
    </>
  );
}

/** Returns a new bookmark that was refused; null for every other change. */
function draftOf({ operation, state, input: { body = {} } }: OutboxEntry): Draft | null {
  if (operation !== 'bookmarks.create' || state !== 'refused' || body['encrypted'] === true) return null;
  const {
    url = '',
    title = '',
    description = '',
    notes = '',
    tags = '',
    collections = [],
    favorite = false,
  } = body as Partial<Input<'bookmarks.create'>['body']>;
  return { url, title, description, notes, tags: parseTags(tags), collections, favorite };
}

function OutboxDialog({ isOffline = false, onEdit }: OutboxDialogsProps) {
  const t = useTranslations('Outbox');
  const { isOpen } = useOutboxDialog();
  const { outbox, entries, space } = useOutbox();
  const [discarded, setDiscarded] = useState<OutboxEntry | null>(null);
  const edit = (entry: OutboxEntry, draft: Draft) => () => {
    closeOutboxDialog();
    onEdit(draft, () => void outbox?.discard(entry));
  };
  const canSend = !isOffline && entries.some((entry) => !isStuck(entry));
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : closeOutboxDialog())}>
      <DialogContent closeLabel={t('close')} width="lg">
        <DialogHeader title={t('title')} description={entries.length === 0 ? t('empty') : t('text')} />
        <DialogBody>
          <ul aria-label={t('title')}>
            {entries.map((entry, index) => {
              const draft = draftOf(entry);
              return (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  isBlocked={isBehindStuck(entry, entries.slice(0, index))}
                  onKeep={() => void outbox?.keep(entry, space)}
                  onEdit={draft && edit(entry, draft)}
                  onDiscard={() => setDiscarded(entry)}
                />
              );
            })}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button onClick={closeOutboxDialog}>{t('close')}</Button>
          {canSend ? (
            <Button variant="primary" onClick={() => void outbox?.send({ isForced: true })}>
              {t('sendNow')}
            </Button>
          ) : null}
        </DialogFooter>
        <ConfirmDialog
          open={discarded !== null}
          onOpenChange={() => setDiscarded(null)}
          title={t('discardTitle')}
          description={t(discarded?.operation === 'bookmarks.create' ? 'discardCreate' : 'discardText')}
          confirmLabel={t('discard')}
          cancelLabel={t('cancel')}
          closeLabel={t('close')}
          destructive
          onConfirm={() => discarded && outbox?.discard(discarded)}
        />
      </DialogContent>
    </Dialog>
  );
}

const isBehindStuck = (entry: OutboxEntry, earlier: readonly OutboxEntry[]): boolean =>
  earlier.some((other) => isStuck(other) && other.records.some((record) => entry.records.includes(record)));

function SignOutDialog() {
  const t = useTranslations('Outbox');
  const { request, isOpen } = useSignOutQuestion();
  if (request === null) return null;
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={() => {
        closeSignOutQuestion();
        // After a confirmation, the promise is already resolved.
        request.answer(false);
      }}
      title={t('signOutTitle')}
      description={t('signOutText', { count: request.count })}
      confirmLabel={t('signOutConfirm')}
      cancelLabel={t('stay')}
      closeLabel={t('close')}
      destructive
      onConfirm={() => request.answer(true)}
    />
  );
}
