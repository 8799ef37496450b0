'use client';

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { reportChange } from '@/components/common/report-change';
import { useFailureText } from '@/components/common/use-failure-text';
import { useUndo } from '@/components/features/bookmarks/use-bookmark-actions';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from '@/components/ui/dialog';
import { Progress } from '@/components/ui/progress';
import { Spinner } from '@/components/ui/spinner';
import { contentMutations } from '@/lib/api/bookmark-content';
import { transportOf } from '@/lib/api/query-client';
import type { Bookmark, PageTexts } from '@/lib/contract/bookmarks';
import { serviceLimits } from '@/lib/contract/service-limits';

/** The texts of bookmarks that are replaced. */
export interface Parts {
  readonly title: boolean;
  readonly description: boolean;
}

/** New texts of a bookmark; a text that stays is absent. */
export interface TextChange {
  readonly bookmark: Bookmark;
  readonly title?: string;
  readonly description?: string;
}

/** What the pages of bookmarks say now, compared with their texts. */
export interface Comparison {
  readonly changes: readonly TextChange[];
  readonly same: number;
  readonly unavailable: number;
  /** Whether any title, and any description, differs. */
  readonly differs: Parts;
}

/** Compares bookmarks with what their pages say. A page without a title or a description leaves the saved text. */
export function compareTexts(
  bookmarks: readonly Bookmark[],
  texts: ReadonlyMap<string, PageTexts>,
  parts: Parts,
): Comparison {
  const changes: TextChange[] = [];
  const differs = { title: false, description: false };
  let [same, unavailable] = [0, 0];
  for (const bookmark of bookmarks) {
    const page = texts.get(bookmark.uuid);
    if (page === undefined) continue;
    if (page.status === 'unavailable') {
      unavailable += 1;
      continue;
    }
    const isNew = {
      title: page.title !== '' && page.title !== bookmark.title,
      description: page.description !== '' && page.description !== bookmark.description,
    };
    differs.title ||= isNew.title;
    differs.description ||= isNew.description;
    if (!isNew.title && !isNew.description) same += 1;
    const change = {
      bookmark,
      ...(isNew.title && parts.title && { title: page.title }),
      ...(isNew.description && parts.description && { description: page.description }),
    };
    if (change.title !== undefined || change.description !== undefined) changes.push(change);
  }
  return { changes, same, unavailable, differs };
}

/** Reads what pages say now, a few per call; rejects when a call fails. */
async function readPages(
  client: QueryClient,
  uuids: readonly string[],
  signal: AbortSignal,
  onRead: (pages: readonly PageTexts[]) => void,
): Promise<void> {
  for (let start = 0; start < uuids.length; start += serviceLimits.pagesRead) {
    const body = { uuids: uuids.slice(start, start + serviceLimits.pagesRead) };
    const { content } = await transportOf(client)('bookmarks.readMetadata', { body }, { signal });
    onRead(content);
  }
}

/**
 * Reads what the pages of bookmarks say now, until all are read, one call fails or the component is unmounted. `retry`
 * continues with the rest.
 */
export function usePageTexts(bookmarks: readonly Bookmark[]) {
  const client = useQueryClient();
  const [texts, setTexts] = useState<ReadonlyMap<string, PageTexts>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(1);
  const unread = useEffectEvent(() => bookmarks.map(({ uuid }) => uuid).filter((uuid) => !texts.has(uuid)));
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const add = (pages: readonly PageTexts[]) =>
      setTexts((known) => new Map([...known, ...pages.map((page) => [page.uuid, page] as const)]));
    readPages(client, unread(), signal, add).catch((error: unknown) => {
      if (!signal.aborted) setFailure(error);
    });
    return () => controller.abort();
  }, [client, attempt]);
  return {
    texts,
    failure,
    isDone: texts.size >= bookmarks.length,
    retry: () => {
      setFailure(null);
      setAttempt((count) => count + 1);
    },
  };
}

/** Arguments of the dialog that reads pages again. */
export interface PageTextsRequest {
  /** Readable bookmarks of web pages, at least one. */
  readonly bookmarks: readonly Bookmark[];
  /** Called when the texts were replaced. */
  readonly then?: () => void;
}

interface PageTextsDialogProps extends PageTextsRequest {
  isOpen: boolean;
  onClose: () => void;
}

/** Reads titles and descriptions of pages again, shows what would change, and applies what is chosen. */
export function PageTextsDialog({ bookmarks, then, isOpen, onClose }: PageTextsDialogProps) {
  const t = useTranslations('PageTexts');
  const failureText = useFailureText();
  const { texts, failure, retry, isDone } = usePageTexts(bookmarks);
  const [parts, setParts] = useState<Parts>({ title: true, description: true });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutateAsync, isPending } = useMutation(contentMutations.applyTexts());
  const undo = useUndo();
  const comparison = compareTexts(bookmarks, texts, parts);
  const chosen = comparison.changes.filter(({ bookmark }) => !left.has(bookmark.uuid));
  const count = bookmarks.length;

  const apply = async () => {
    setRefusal(null);
    const body = { bookmarks: chosen.map(({ bookmark: { uuid }, ...own }) => ({ uuid, ...own })) };
    try {
      await reportChange(mutateAsync({ body }), ({ affected, undo: id }) => ({
        message: t('done', { count: affected }),
        ...(id !== null && { undo: () => undo(id) }),
      }));
      onClose();
      then?.();
    } catch (error) {
      setRefusal(failureText(error, t('applyFailed'), t('offline')));
    }
  };

  const toggle = (uuid: string) => {
    const next = new Set(left);
    if (!next.delete(uuid)) next.add(uuid);
    setLeft(next);
  };

  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open || isPending ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')} width="lg">
        <DialogHeader title={t('title', { count })} description={t('intro', { count })} />
        <DialogBody className="space-y-4">
          {isDone || failure !== null ? null : (
            <div role="status" className="space-y-2 py-2 text-muted-foreground">
              <p>{t('reading', { done: texts.size, total: count })}</p>
              <Progress
                value={count === 1 ? null : texts.size / count}
                label={t('reading', { done: texts.size, total: count })}
              />
            </div>
          )}
          {failure === null ? null : (
            <div className="space-y-3">
              <FormAlert text={failureText(failure, t('failed'), t('offline'))} />
              <Button onClick={retry}>{t('retry')}</Button>
            </div>
          )}
          <PartChoice parts={parts} onChange={setParts} differs={comparison.differs} isOne={count === 1} />
          {comparison.changes.length === 0 ? null : (
            <ul className="divide-y rounded-lg border">
              {comparison.changes.map((change) => (
                <ChangeItem
                  key={change.bookmark.uuid}
                  change={change}
                  isChosen={!left.has(change.bookmark.uuid)}
                  onToggle={count === 1 ? null : () => toggle(change.bookmark.uuid)}
                />
              ))}
            </ul>
          )}
          {isDone ? <Outcome comparison={comparison} count={count} /> : null}
          <FormAlert text={refusal} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0 || !isDone || isPending}
            onClick={() => void apply()}
          >
            {isPending ? <Spinner /> : null}
            {t('apply', { count: chosen.length })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

interface PartChoiceProps {
  parts: Parts;
  onChange: (parts: Parts) => void;
  differs: Parts;
  isOne: boolean;
}

/** Which texts are replaced; shown if both titles and descriptions differ. */
function PartChoice({ parts, onChange, differs, isOne }: PartChoiceProps) {
  const t = useTranslations('PageTexts');
  if (!differs.title || !differs.description) return null;
  const box = (part: keyof Parts, label: string) => (
    <label className="flex items-center gap-2">
      <Checkbox checked={parts[part]} onChange={() => onChange({ ...parts, [part]: !parts[part] })} />
      {label}
    </label>
  );
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {box('title', t(isOne ? 'fieldTitle' : 'titles'))}
      {box('description', t(isOne ? 'fieldDescription' : 'descriptions'))}
    </div>
  );
}

interface ChangeItemProps {
  change: TextChange;
  isChosen: boolean;
  /** Null if there is nothing to choose from. */
  onToggle: (() => void) | null;
}

function ChangeItem({ change, isChosen, onToggle }: ChangeItemProps) {
  const t = useTranslations('PageTexts');
  const { bookmark, title, description } = change;
  const name = bookmark.title || bookmark.url || t('untitled');
  return (
    <li className="flex gap-3 px-3 py-3">
      {onToggle === null ? null : (
        <Checkbox
          className="mt-0.5"
          checked={isChosen}
          aria-label={t('replace', { title: name })}
          onChange={onToggle}
        />
      )}
      <dl className={isChosen ? 'min-w-0 flex-1 space-y-2' : 'min-w-0 flex-1 space-y-2 opacity-55'}>
        {title === undefined ? (
          <p className="font-medium wrap-anywhere" dir="auto">
            {name}
          </p>
        ) : (
          <Replaced field={t('fieldTitle')} before={bookmark.title ?? ''} after={title} />
        )}
        {description === undefined ? null : (
          <Replaced field={t('fieldDescription')} before={bookmark.description ?? ''} after={description} />
        )}
      </dl>
    </li>
  );
}

function Replaced({ field, before, after }: { field: string; before: string; after: string }) {
  const t = useTranslations('PageTexts');
  return (
    <div>
      <dt className="text-small text-muted-foreground">{field}</dt>
      {before === '' ? null : (
        <dd className="wrap-anywhere">
          <span className="sr-only">{t('before')} </span>
          <del className="line-clamp-3 text-muted-foreground" dir="auto">
            {before}
          </del>
        </dd>
      )}
      <dd className="wrap-anywhere">
        <span className="sr-only">{t('after')} </span>
        <ins className="line-clamp-4 font-medium no-underline" dir="auto">
          {after}
        </ins>
      </dd>
    </div>
  );
}

/** How many pages have nothing new, and how many could not be read. */
function Outcome({ comparison, count }: { comparison: Comparison; count: number }) {
  const t = useTranslations('PageTexts');
  const { same, unavailable, differs } = comparison;
  const isUnchanged = same > 0 && !differs.title && !differs.description && unavailable === 0;
  if (isUnchanged) return <p role="status">{t('noChange', { count })}</p>;
  return (
    <div role="status" className="space-y-1 text-second text-muted-foreground">
      {same === 0 ? null : <p>{t('same', { count: same })}</p>}
      {unavailable === 0 ? null : <p>{t('unavailable', { count: unavailable })}</p>}
    </div>
  );
}
