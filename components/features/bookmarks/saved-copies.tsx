'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/common/confirm-dialog';
import { fileSize } from '@/components/common/file-size';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { notify } from '@/components/common/notify';
import { useRowDates } from '@/components/common/row-dates';
import { CopyFrame } from '@/components/features/bookmarks/copy-frame';
import { useIsChanging } from '@/components/features/bookmarks/reader-text';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Spinner } from '@/components/ui/spinner';
import { bookmarkEditing } from '@/lib/api/bookmark-editing';
import { copyMutations, copyPath, copyQueries } from '@/lib/api/copies';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Copy } from '@/lib/contract/copies';
import { isLiveUrl } from '@/lib/domain/live-url';
import { isolate } from '@/lib/utils/isolate';

/** The saved copies of a bookmark's page, and what they are for when the page has changed or is gone. */
export function SavedCopies({ bookmark }: { bookmark: Bookmark }) {
  const t = useTranslations('Copies');
  const url = isLiveUrl(bookmark.url) ? bookmark.url : null;
  const isChanging = useIsChanging();
  const { data, isError, refetch } = useQuery({
    ...copyQueries.of(bookmark.uuid),
    select: ({ content }) => content,
    enabled: url !== null && !isChanging,
  });
  const [opened, setOpened] = useState<Copy | null>(null);
  const [deleting, setDeleting] = useState<Copy | null>(null);
  if (url === null) return null;
  return (
    <section aria-labelledby="saved-copies" className="mt-8 border-t pt-4">
      <h3 id="saved-copies" className="font-medium">
        {t('title')}
      </h3>
      {data === undefined ? (
        isError ? (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-muted-foreground">
            {t('loadFailed')}
            <Button onClick={() => void refetch()}>{t('retry')}</Button>
          </p>
        ) : (
          <div role="status" aria-label={t('loading')} className="mt-2">
            <Skeleton className="h-9 w-full" />
          </div>
        )
      ) : (
        <>
          <PageState bookmark={bookmark} url={url} copies={data} onOpen={setOpened} />
          {data.length === 0 ? null : (
            <ul className="mt-2">
              {data.map((copy) => (
                <Version
                  key={copy.uuid}
                  copy={copy}
                  bookmark={bookmark}
                  onOpen={() => setOpened(copy)}
                  onDelete={() => setDeleting(copy)}
                />
              ))}
            </ul>
          )}
          <MakeCopy bookmark={bookmark} />
        </>
      )}
      {opened ? <CopyFrame bookmark={bookmark} copy={opened} onClose={() => setOpened(null)} /> : null}
      {deleting ? <DeleteCopy bookmark={bookmark} copy={deleting} onClose={() => setDeleting(null)} /> : null}
    </section>
  );
}

interface PageStateProps {
  bookmark: Bookmark;
  url: string;
  copies: readonly Copy[];
  onOpen: (copy: Copy) => void;
}

/** Says that the page is gone or has changed, with the copy to read instead. */
function PageState({ bookmark, url, copies, onOpen }: PageStateProps) {
  const t = useTranslations('Copies');
  const { day } = useRowDates();
  const [current, ...earlier] = copies;
  const before = earlier.find(({ kind }) => kind === current?.kind);
  if (bookmark.broken) {
    return (
      <div className="mt-2 rounded-lg bg-muted p-4">
        <p className="text-pretty">{current ? t('gone', { date: day(current.seenAt) }) : t('goneWithout')}</p>
        <span className="mt-3 flex flex-wrap items-center gap-2">
          {current ? (
            <Button variant="primary" onClick={() => onOpen(current)}>
              {t('readCopy')}
            </Button>
          ) : null}
          <a
            href={`https://web.archive.org/web/${url}`}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-9 items-center gap-1.5 text-primary hover:underline"
          >
            <Icon name="i-external-link" className="size-3.5" />
            {t('archive')}
          </a>
        </span>
      </div>
    );
  }
  if (copies.length === 0) return <p className="mt-1 text-pretty text-muted-foreground">{t('none')}</p>;
  return before ? (
    <p className="mt-1 text-pretty text-muted-foreground">{t('changed', { date: day(before.seenAt) })}</p>
  ) : null;
}

interface VersionProps {
  copy: Copy;
  bookmark: Bookmark;
  onOpen: () => void;
  onDelete: () => void;
}

function Version({ copy, bookmark, onOpen, onDelete }: VersionProps) {
  const t = useTranslations('Copies');
  const format = useFormatter();
  const dates = useRowDates();
  const { mutateAsync: rename } = useMutation({
    ...bookmarkEditing.update(),
    meta: { failure: t('titleFailed') },
  });
  const { title, seenAt, kind, bytes, changed } = copy;
  const date = dates.day(seenAt);
  const restoreTitle = async () => {
    await rename({ params: { uuid: bookmark.uuid }, body: { title }, bookmark });
    notify({ message: t('titleUsed') });
  };
  const entries: MenuEntry[] = [
    {
      kind: 'item',
      key: 'tab',
      icon: 'i-external-link',
      label: t('download'),
      externalHref: addressOf(bookmark, copy),
    },
    ...(title === '' || title === bookmark.title
      ? []
      : ([
          {
            kind: 'item',
            key: 'title',
            icon: 'i-pencil',
            label: t('useTitle', { title: isolate(title) }),
            onSelect: () => void restoreTitle().catch(() => undefined),
          },
        ] as const)),
    {
      kind: 'item',
      key: 'delete',
      icon: 'i-trash-2',
      label: t('delete'),
      destructive: true,
      onSelect: onDelete,
    },
  ];
  return (
    <li className="flex min-h-14 items-center gap-2 border-b py-2">
      <span className="min-w-0 flex-1">
        <time dateTime={seenAt} title={dates.full(seenAt)} className="block font-medium">
          {date}
        </time>
        <span className="block text-second text-pretty text-muted-foreground tabular-nums">
          {[t(`kind.${kind}`), fileSize(format, bytes), describeChange(t, changed)].join(' · ')}
        </span>
      </span>
      <Button aria-label={t('openLabel', { date })} aria-haspopup="dialog" onClick={onOpen}>
        {t('open')}
      </Button>
      <Menu
        label={t('actions', { date })}
        buttonClassName={buttonVariants({ size: 'icon' })}
        entries={entries}
      >
        <Icon name="i-ellipsis" />
      </Menu>
    </li>
  );
}

const addressOf = ({ uuid }: Bookmark, copy: Copy): string =>
  new URL(copyPath(uuid, copy.uuid), window.location.origin).href;

type Translate = ReturnType<typeof useTranslations<'Copies'>>;

function describeChange(t: Translate, changed: Copy['changed']): string {
  if (changed === null) return t('first');
  const { added, removed } = changed;
  if (added === 0 && removed === 0) return t('onlyLook');
  return t('words', { added, removed, both: added > 0 && removed > 0 ? 'yes' : 'no' });
}

function MakeCopy({ bookmark }: { bookmark: Bookmark }) {
  const t = useTranslations('Copies');
  const tPreview = useTranslations('Preview');
  const { mutateAsync, isPending } = useMutation({
    ...copyMutations.make(),
    meta: { failure: t('makeFailed') },
  });
  const make = async () => {
    const { status, isNew } = await mutateAsync({ params: { uuid: bookmark.uuid } });
    if (status !== 'ready') notify({ message: tPreview(`state.${status}.title`) });
    else notify({ message: t(isNew ? 'made' : 'same') });
  };
  return (
    <Button
      className="mt-3"
      aria-disabled={isPending}
      onClick={() => (isPending ? undefined : void make().catch(() => undefined))}
    >
      {isPending ? <Spinner /> : <Icon name="i-plus" />}
      {t(isPending ? 'making' : 'make')}
    </Button>
  );
}

function DeleteCopy({ bookmark, copy, onClose }: { bookmark: Bookmark; copy: Copy; onClose: () => void }) {
  const t = useTranslations('Copies');
  const { day } = useRowDates();
  const { mutateAsync } = useMutation({ ...copyMutations.delete(), meta: { failure: t('deleteFailed') } });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('deleteAsk', { date: day(copy.seenAt) })}
      description={t('deleteText')}
      confirmLabel={t('delete')}
      cancelLabel={t('cancel')}
      closeLabel={t('close')}
      destructive
      isCard
      onConfirm={async () => {
        await mutateAsync({ params: { uuid: bookmark.uuid, copy: copy.uuid } });
        notify({ message: t('deleted') });
      }}
    />
  );
}
