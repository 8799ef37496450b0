'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { holdUndo, notify, type PendingUndo } from '@/components/common/notify';
import { useNavigation } from '@/components/common/pending-navigation';
import { leaveUnsaved } from '@/components/common/unsaved';
import { draggedBookmarks } from '@/components/entities/dragged-bookmarks';
import { handOverFile } from '@/components/entities/dropped-file';
import { handOverLinks, useHandedLinks } from '@/components/entities/handed-links';
import {
  canTakeBack,
  type DropItem,
  type DropRun,
  dropRunOf,
  type DropStatus,
  isSettled,
  nameOf,
} from '@/components/features/drop/drop-run';
import {
  areLinksOver,
  type Dropped,
  type DropPlace,
  placeAt,
  useDropped,
} from '@/components/features/drop/listen-for-drops';
import { holdsFiles, isBookmarkFile } from '@/components/features/drop/dropped-data';
import { linksMax, readLinks } from '@/components/features/drop/read-links';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Progress } from '@/components/ui/progress';
import { Spinner } from '@/components/ui/spinner';
import { cn } from '@/lib/utils/cn';
import { isolate } from '@/lib/utils/isolate';

const icons: Record<Exclude<DropStatus, 'fetching' | 'saving'>, `i-${string}`> = {
  processing: 'i-clock',
  fetched: 'i-clock',
  ready: 'i-clock',
  saved: 'i-check',
  existing: 'i-bookmark',
  error: 'i-triangle-alert',
};

/** One dropped link: its name, its progress, and the available actions. */
function DropRow({ item, run }: { item: DropItem; run: DropRun }) {
  const t = useTranslations('Drop');
  const name = nameOf(item);
  const { status, failure } = item;
  return (
    <li className="flex min-h-11 items-center gap-2.5 py-1 pr-2 pl-4" data-status={status}>
      <StatusIcon status={status} />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={item.link.url}>
          {name}
        </p>
        <p className={cn('text-small', status === 'error' ? 'text-destructive' : 'text-muted-foreground')}>
          {t(`status.${status}`)}
          {failure ? ` · ${t(failure === 'OFFLINE' ? 'offline' : 'refused')}` : null}
        </p>
      </div>
      {status === 'error' ? (
        <Button size="sm" onClick={() => run.retry(item.id)}>
          {t('retry')}
        </Button>
      ) : null}
      {isSettled(item) ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('dismiss', { name })}
          title={t('dismiss', { name })}
          onClick={() => run.dismiss(item.id)}
        >
          <Icon name="i-x" />
        </Button>
      ) : null}
    </li>
  );
}

function StatusIcon({ status }: { status: DropStatus }) {
  if (status === 'fetching' || status === 'saving') return <Spinner className="text-muted-foreground" />;
  const tone =
    status === 'saved' ? 'text-primary' : status === 'error' ? 'text-destructive' : 'text-muted-foreground';
  return <Icon name={icons[status]} className={tone} />;
}

/** Dragged data over the page, and its target. */
interface DraggedOver extends DropPlace {
  /** `file`: a file whose type the browser does not reveal before the drop. */
  readonly holds: 'links' | 'bookmarkFile' | 'file';
}

function contentOf(transfer: DataTransfer | null): DraggedOver['holds'] {
  if (transfer === null || !holdsFiles(transfer)) return 'links';
  const files = [...transfer.items].filter(({ kind }) => kind === 'file');
  return files.some(isBookmarkFile) ? 'bookmarkFile' : 'file';
}

/** Returns the dragged data over the page; null while there is none that can be dropped. */
function useLinksOver(): DraggedOver | null {
  const [place, setPlace] = useState<DraggedOver | null>(null);
  useEffect(() => {
    let last = 0;
    const over = (event: DragEvent) => {
      // The listener of the page has already accepted it.
      const isAccepted = event.defaultPrevented ? draggedBookmarks() === null : areLinksOver(event);
      if (!isAccepted) return;
      const next = { ...placeAt(event.target), holds: contentOf(event.dataTransfer) };
      const isSame = (now: DraggedOver | null) =>
        now?.collection === next.collection && now.name === next.name && now.holds === next.holds;
      setPlace((now) => (isSame(now) ? now : next));
      // There is no event for a drag that is canceled over the page: the stream of `dragover` ends.
      clearTimeout(last);
      last = window.setTimeout(end, 300);
    };
    const end = () => setPlace(null);
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) end();
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', end);
    return () => {
      clearTimeout(last);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', end);
    };
  }, []);
  return place;
}

const none: readonly DropItem[] = [];

/** Shows the target of dragged links, and the progress of dropped ones. */
export function DropPanel() {
  const run = dropRunOf(useQueryClient());
  const items = useSyncExternalStore(run.subscribe, run.getItems, () => none);
  const over = useLinksOver();
  const undo = useUndoDrop(run);
  useTakeLinks(run, undo.hold);
  return (
    <>
      {over ? <Overlay {...over} /> : null}
      {items.length > 0 ? <Items run={run} items={items} undo={undo} /> : null}
    </>
  );
}

interface UndoDrop {
  /** Lets Ctrl/Cmd+Z undo a drop from the start, so that a later change is undone before it. */
  hold: (ids: readonly string[]) => void;
  /** Takes back all links that were saved or added to a collection. */
  undoAll: () => void;
  isPending: boolean;
}

/** Takes back dropped links, by the button of the panel or by Ctrl/Cmd+Z, and reports the outcome. */
export function useUndoDrop(run: DropRun): UndoDrop {
  const t = useTranslations('Drop');
  const [isPending, setPending] = useState(false);
  const held = useRef<PendingUndo>(undefined);
  const undo = async (ids: readonly string[]) => {
    setPending(true);
    try {
      const { trashed, removed } = await run.takeBack(ids);
      const outcome = [
        ...(trashed > 0 ? [t('undone', { count: trashed })] : []),
        ...(removed > 0 ? [t('removed', { count: removed })] : []),
      ];
      if (outcome.length > 0) notify({ message: outcome.join(' · ') });
    } catch {
      notify({ message: t('undoFailed'), tone: 'bad' });
    }
    setPending(false);
  };
  return {
    hold: (ids) => {
      held.current = holdUndo(() => void undo(ids));
    },
    undoAll: () => {
      held.current?.drop();
      void undo(run.getItems().map(({ id }) => id));
    },
    isPending,
  };
}

function useTakeLinks(run: DropRun, hold: UndoDrop['hold']): void {
  const t = useTranslations('Drop');
  const navigation = useNavigation();
  const take = useEffectEvent(async ({ data, place }: Dropped) => {
    const { links, leftOut } = await readLinks(data);
    const file = data.files.find(isBookmarkFile);
    if (links.length > 0) {
      hold(run.add(links, place.collection));
      if (leftOut > 0) notify({ message: t('leftOut', { count: leftOut, max: linksMax }) });
    } else if (file) {
      leaveUnsaved(() => {
        handOverFile(file);
        navigation.push('/settings/data');
      });
    } else notify({ message: t('noLinks') });
  });
  const { text } = useHandedLinks();
  useEffect(() => {
    if (text === null) return;
    handOverLinks(null);
    const data = { uriList: '', mozUrl: '', html: '', plain: text, files: [] };
    void take({ data, place: { collection: null, name: null } });
  }, [text]);
  const { dropped } = useDropped();
  useEffect(() => {
    if (dropped.length === 0) return;
    useDropped.setState({ dropped: [] });
    for (const one of dropped) void take(one);
  }, [dropped]);
}

function Overlay({ holds, name }: DraggedOver) {
  const t = useTranslations('Drop');
  return (
    <div className="pointer-events-none fixed inset-2 z-50 flex animate-fade-in items-end justify-center rounded-xl border-2 border-dashed border-primary/60 bg-background/50 pb-8">
      <p className="flex items-center gap-2 rounded-full bg-inverse px-4 py-2 font-medium text-inverse-foreground shadow-float">
        <Icon name={holds === 'links' ? 'i-bookmark' : 'i-file-up'} />
        {holds === 'links' && name !== null
          ? t('overlayInto', { name: isolate(name) })
          : t(holds === 'bookmarkFile' ? 'overlayImport' : holds === 'file' ? 'overlayFile' : 'overlay')}
      </p>
    </div>
  );
}

function Items({ run, items, undo }: { run: DropRun; items: readonly DropItem[]; undo: UndoDrop }) {
  const t = useTranslations('Drop');
  const settled = items.filter(isSettled).length;
  const isDone = settled === items.length;
  const failed = items.filter(({ status }) => status === 'error').length;
  const saved = items.filter(({ status }) => status === 'saved').length;
  const title = isDone
    ? t('doneTitle', { count: saved })
    : t('working', { done: settled - failed, total: items.length });
  return (
    <section
      aria-label={t('panel')}
      className="fixed right-3 bottom-[calc(76px+env(safe-area-inset-bottom))] left-3 z-30 flex max-h-[min(26rem,60dvh)] animate-rise flex-col overflow-hidden rounded-lg border bg-card shadow-float md:right-5 md:bottom-5 md:left-auto md:w-96"
    >
      <header className="flex min-h-12 items-center gap-2 border-b py-2 pr-2 pl-4">
        <div role="status" className="min-w-0 flex-1">
          <p className="font-medium tabular-nums">{title}</p>
          {failed > 0 ? (
            <p className="text-small text-destructive">{t('failed', { count: failed })}</p>
          ) : null}
        </div>
        {isDone && items.some(canTakeBack) ? (
          <Button size="sm" pending={undo.isPending} onClick={undo.undoAll}>
            {t('undo')}
          </Button>
        ) : null}
        {isDone ? (
          <Button variant="ghost" size="icon" aria-label={t('close')} title={t('close')} onClick={run.clear}>
            <Icon name="i-x" />
          </Button>
        ) : null}
      </header>
      {isDone ? null : (
        <Progress
          value={settled / items.length}
          label={t('progress')}
          className="h-0.5! shrink-0 rounded-none"
        />
      )}
      <ul className="min-h-0 overflow-y-auto overscroll-contain py-1">
        {items.map((item) => (
          <DropRow key={item.id} item={item} run={run} />
        ))}
      </ul>
    </section>
  );
}
