import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import {
  lazy,
  Suspense,
  useId,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Kbd } from '@/components/ui/kbd';
import { Skeleton } from '@/components/ui/skeleton';
import { Frame, openTab } from '@/extension/components/frame';
import { Library } from '@/extension/components/library-client';
import { ResultRow } from '@/extension/components/search/result-row';
import { useFinding } from '@/extension/components/search/use-finding';
import { useSurface } from '@/extension/components/surface';
import type { Connection } from '@/extension/lib/connection';
import { searchQueries } from '@/lib/api/search';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { hasFeature } from '@/lib/domain/plans';
import { pressedKey } from '@/lib/utils/pressed-key';
import { decryptedTexts, watchDecrypted } from '@/lib/vault/decrypted';

const UnlockForm = lazy(() => import('@/extension/components/encryption/unlock-form'));

interface SearchViewProps {
  connection: Connection;
  /** Returns to the form; undefined where the search is the first view. */
  onBack?: (() => void) | undefined;
  /** Above the field. */
  above?: ReactNode;
}

/** Searches the whole library: shown while typing, opened by the keyboard. */
export function SearchView(props: SearchViewProps) {
  const { settings } = useSurface();
  const { connection } = props;
  return (
    <Library connection={connection} space={settings.space ?? connection.space}>
      <Search {...props} />
    </Library>
  );
}

function Search({ connection, onBack, above }: SearchViewProps) {
  const t = useTranslations('Search');
  const own = useTranslations('Extension');
  const listId = useId();
  const search = useSearchView(connection, onBack);
  const { text, finding, active } = search;
  const { bookmarks, closestFrom, result, isPending, hasFailed } = finding;
  const isEmpty = text.trim().length < 2;
  return (
    <Frame
      header={
        <header>
          <h1 className="sr-only">{t('title')}</h1>
          {above}
          <div className="flex min-h-[42px] items-center gap-2 border-b py-1 pr-3 pl-3">
            <Icon name="i-search" className="text-muted-foreground" />
            <input
              // The view was opened to type.
              // eslint-disable-next-line jsx-a11y/no-autofocus -- as said
              autoFocus
              role="combobox"
              aria-label={t('fieldLabel')}
              aria-expanded={bookmarks.length > 0}
              aria-controls={bookmarks.length > 0 ? listId : undefined}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
              autoComplete="off"
              spellCheck={false}
              dir="auto"
              className="h-8 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-faint"
              placeholder={t(search.canAsk ? 'placeholder' : 'placeholderWords')}
              value={text}
              onChange={({ target }) => search.type(target.value)}
              onKeyDown={search.handleKeyDown}
            />
            {onBack ? (
              <ButtonBase title={own('back')} className="touch:hit" onClick={onBack}>
                <Kbd>Esc</Kbd>
                <span className="sr-only">{own('back')}</span>
              </ButtonBase>
            ) : null}
          </div>
        </header>
      }
      footer={
        <footer className="flex min-h-[39px] items-center gap-3 border-t bg-muted px-3 text-caption text-muted-foreground">
          <span aria-hidden="true">↑↓ {t('keys.move')}</span>
          <span aria-hidden="true">Enter {t('keys.open')}</span>
          <span className="flex-1" />
          <ButtonBase className="hover:text-foreground touch:hit" onClick={search.viewAll}>
            {own('find.viewAll')}
          </ButtonBase>
        </footer>
      }
    >
      <LockedNote />
      {isEmpty ? <Prompt text={own('find.prompt')} /> : null}
      {!isEmpty && hasFailed ? (
        <p role="status" className="border-b px-3.5 py-2 text-second text-pretty text-muted-foreground">
          {bookmarks.length > 0 ? own('find.offline') : t('failed')}
        </p>
      ) : null}
      {bookmarks.length > 0 && closestFrom === 0 ? (
        <p role="note" className="px-3.5 pt-2.5 text-small text-pretty text-muted-foreground">
          {t('onlyClosest')} {t('comeClosest')}
        </p>
      ) : null}
      {bookmarks.length > 0 ? (
        <div id={listId} role="listbox" aria-label={t('results')} className="py-1.5">
          <Rows label={t('results')} {...{ search, listId }} first={0} end={closestFrom} />
          {closestFrom > 0 && closestFrom < bookmarks.length ? (
            <p
              aria-hidden="true"
              className="flex items-center gap-2 px-3.5 pt-2.5 text-small text-muted-foreground"
            >
              {t('closest')}
              <span className="h-px flex-1 bg-border" />
            </p>
          ) : null}
          <Rows label={t('closest')} {...{ search, listId }} first={closestFrom} end={bookmarks.length} />
        </div>
      ) : null}
      {bookmarks.length === 0 && isPending ? <Placeholders /> : null}
      {!isEmpty && bookmarks.length === 0 && !isPending && !hasFailed ? (
        <Prompt text={t('nothing', { query: text.trim() })} />
      ) : null}
      <p role="status" className="sr-only">
        {isPending ? t('pending') : result ? t('found', { count: result.pagination.total }) : null}
      </p>
    </Frame>
  );
}

interface RowsProps {
  label: string;
  search: ReturnType<typeof useSearchView>;
  listId: string;
  /** Range of rows, without the last one. */
  first: number;
  end: number;
}

/** A named group of rows; nothing if it is empty. */
function Rows({ label, search, listId, first, end }: RowsProps) {
  const { bookmarks, result } = search.finding;
  if (first >= end) return null;
  return (
    <ul role="group" aria-label={label} className="flex flex-col">
      {bookmarks.slice(first, end).map((bookmark, place) => (
        <ResultRow
          key={bookmark.uuid}
          id={`${listId}-${first + place}`}
          bookmark={bookmark}
          match={result?.matches.find(({ uuid }) => uuid === bookmark.uuid)}
          isActive={first + place === search.active}
          onOpen={() => search.open(bookmark)}
        />
      ))}
    </ul>
  );
}

function useSearchView({ origin, account }: Connection, onBack: (() => void) | undefined) {
  const { close } = useSurface();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const finding = useFinding(text, account.plan);
  const { bookmarks } = finding;
  const active = Math.min(chosen, bookmarks.length - 1);
  const open = (bookmark: Bookmark) => {
    const { url, uuid } = bookmark;
    void openTab(url !== null && isLiveUrl(url) ? url : `${origin}/?preview=${uuid}`, close);
  };
  const viewAll = () => {
    const query = new URLSearchParams({ q: text.trim() });
    void openTab(text.trim() === '' ? origin : `${origin}/search?${query}`, close);
  };
  const step = (by: 1 | -1) => {
    if (bookmarks.length > 0) setChosen((active + by + bookmarks.length) % bookmarks.length);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const found = bookmarks[active];
    const run = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: event.ctrlKey || event.metaKey ? viewAll : found ? () => open(found) : undefined,
      // Without a view to return to, the browser closes the popup.
      Escape: onBack,
    }[pressedKey(event)];
    if (!run) return;
    event.preventDefault();
    run();
  };
  return {
    ...{ text, finding, active, open, viewAll, handleKeyDown },
    canAsk: hasFeature(account.plan, 'ask'),
    type: (typed: string) => {
      setText(typed);
      setChosen(0);
    },
  };
}

/** Says that encrypted bookmarks are not searched, and unlocks them. */
function LockedNote() {
  const t = useTranslations('Search');
  const { data: total = 0 } = useQuery(searchQueries.encryptedTotal());
  const isUnlocked = useSyncExternalStore(watchDecrypted, decryptedTexts).size > 0;
  const [isAsking, setAsking] = useState(false);
  if (total === 0 || isUnlocked) return null;
  if (isAsking) {
    return (
      <Suspense fallback={<Skeleton className="m-3.5 h-20" />}>
        <UnlockForm onUnlocked={() => setAsking(false)} />
      </Suspense>
    );
  }
  return (
    <p className="flex items-center gap-2 border-b px-3.5 py-2 text-second text-muted-foreground">
      <Icon name="i-lock" className="size-3.5" />
      <span className="min-w-0 flex-1">{t('locked.all')}</span>
      <ButtonBase className="font-medium text-primary touch:hit" onClick={() => setAsking(true)}>
        {t('locked.unlock')}
      </ButtonBase>
    </p>
  );
}

const Prompt = ({ text }: { text: string }) => (
  <p className="m-auto max-w-72 p-6 text-center text-pretty text-muted-foreground">{text}</p>
);

const Placeholders = () => (
  <div aria-hidden="true" className="flex flex-col gap-4 px-3.5 py-3.5">
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-9 w-full" />
  </div>
);
