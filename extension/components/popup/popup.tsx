import { useTranslations } from 'next-intl';
import {
  Activity,
  lazy,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
} from 'react';
import { Button } from '@/components/ui/button';
import { Footer, Frame, Header, Message, openOptions } from '@/extension/components/frame';
import type { OpenedPage } from '@/extension/components/popup/open-page';
import { SaveForm, type SaveOutcome } from '@/extension/components/popup/save-form';
import { savedDraft } from '@/extension/components/popup/page-draft';
import { useSurface } from '@/extension/components/surface';
import { decryptedRow, decryptedTexts, watchDecrypted } from '@/lib/vault/decrypted';
import type { Connection } from '@/extension/lib/connection';
import type { Page } from '@/extension/lib/page';
import type { Bookmark } from '@/lib/contract/bookmarks';

/**
 * Loads a component when it is first rendered, like `React.lazy`, and shows it as soon as its file has arrived: React
 * waits 300 ms before it replaces the fallback of a `Suspense`, which is longer than everything else that a popup does
 * until it can be used. `prepare` loads the file before it is needed, so that it appears with the very next click.
 */
function loaded<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let arrived: ComponentType<Props> | null = null;
  const prepare = async () => {
    arrived ??= await load();
  };
  function Component(props: Props) {
    const [Latest, setLatest] = useState(() => arrived);
    const isMissing = Latest === null;
    useEffect(() => {
      if (isMissing) void prepare().then(() => setLatest(() => arrived));
    }, [isMissing]);
    return Latest && <Latest {...props} />;
  }
  return { Component, prepare };
}

// Other files than that of the first form, so that it opens without their code.
const loadSaved = () => import('@/extension/components/popup/saved-form');
const { Component: SavedForm } = loaded(async () => (await loadSaved()).SavedForm);
const { Component: Trashed } = loaded(async () => (await loadSaved()).Trashed);
const { Component: SearchView, prepare: prepareSearch } = loaded(
  async () => (await import('@/extension/components/search/search-view')).SearchView,
);

const QueuedSaves = lazy(async () => ({
  default: (await import('@/extension/components/popup/queue-notice')).QueueNotice,
}));

/** Saves that wait or were refused; usually there are none. */
export const QueueNotice = () => (
  <Suspense>
    <QueuedSaves />
  </Suspense>
);

interface PageFormsProps {
  page: OpenedPage;
  onSearch: () => void;
}

/** Content of the popup: the form of the page, or the search. */
export function Popup({ page }: Pick<PageFormsProps, 'page'>) {
  const { connection: state } = useSurface();
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    // What is typed right after the click has its field then.
    requestIdleCallback(() => void prepareSearch());
  }, []);
  if (state.status !== 'connected') return <Connect isRevoked={state.status === 'revoked'} />;
  const { connection } = state;
  return (
    <>
      {isSearching ? <SearchView connection={connection} onBack={() => setSearching(false)} /> : null}
      {/* Keeps what was typed. */}
      <Activity mode={isSearching ? 'hidden' : 'visible'}>
        <PageForms page={page} connection={connection} onSearch={() => setSearching(true)} />
      </Activity>
    </>
  );
}

/** Asks to connect, on the options page. */
export function Connect({ isRevoked }: { isRevoked: boolean }) {
  const t = useTranslations('Extension');
  const { close } = useSurface();
  return (
    <Frame header={<Header title={t('heading')} />}>
      <QueueNotice />
      <Message
        icon="i-plug"
        title={t(isRevoked ? 'connect.revokedTitle' : 'connect.title')}
        text={t(isRevoked ? 'connect.revokedText' : 'connect.text')}
      >
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do here */}
        <Button autoFocus variant="primary" onClick={() => void openOptions(close)}>
          {t('connect.button')}
        </Button>
      </Message>
    </Frame>
  );
}

/** What the popup shows after an action. */
type Shown =
  | { readonly kind: 'opened'; readonly note: string | null }
  | {
      readonly kind: 'saved';
      readonly bookmark: Bookmark;
      readonly isNew: boolean;
      readonly note: string | null;
    }
  | { readonly kind: 'trashed'; readonly bookmark: Bookmark }
  /** Sent encrypted. */
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'queued' };

const noBookmarks: readonly Bookmark[] = [];

/**
 * Returns the encrypted bookmarks of a page, decrypted, the newest first; none while no key is unlocked. Their addresses
 * are compared on this device: the server does not know them, and is not asked. Follows unlocking and locking.
 */
function useUnlockedPage(url: string): readonly Bookmark[] {
  const isUnlocked = useSyncExternalStore(watchDecrypted, decryptedTexts).size > 0;
  const [found, setFound] = useState(noBookmarks);
  useEffect(() => {
    if (!isUnlocked) return;
    let isOver = false;
    let stop: (() => void) | null = null;
    // Arrived already: it has decrypted the texts.
    void import('@/extension/components/encryption/vault').then(({ vault, unlockedOf }) => {
      if (isOver) return;
      const read = () => setFound(unlockedOf(url));
      read();
      stop = vault.watch(read);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isUnlocked, url]);
  return isUnlocked ? found : noBookmarks;
}

/** The form for a page: to save it, or to edit what is saved. */
export function PageForms({ page, connection, onSearch }: PageFormsProps & { connection: Connection }) {
  const t = useTranslations('Extension');
  const [opened, setOpened] = useState(page);
  useEffect(() => {
    if (opened.kind === 'saving') void opened.outcome.then(setOpened);
  }, [opened]);
  const [shown, setShown] = useState<Shown>({ kind: 'opened', note: null });
  const [isChanged, setChanged] = useState(false);
  const unlocked = useUnlockedPage(opened.kind === 'none' ? '' : opened.page.url);
  if (opened.kind === 'none') return <NoPage reason={opened.reason} onSearch={onSearch} />;
  const { space } = opened;
  // What was typed for a new bookmark is not replaced.
  const recognized = opened.kind === 'new' && !isChanged ? unlocked[0] : undefined;
  const showOutcome = (outcome: SaveOutcome) => {
    if (outcome.kind === 'queued') setShown({ kind: 'queued' });
    else if (outcome.bookmark.encrypted) setShown({ kind: 'encrypted' });
    else {
      const note = outcome.kind === 'saved' && outcome.note !== null ? t(outcome.note) : null;
      setShown({ kind: 'saved', bookmark: outcome.bookmark, isNew: outcome.kind === 'saved', note });
    }
  };
  const showRestored = (bookmark: Bookmark) => {
    const note = t('restored');
    // It is recognized again as long as it is unlocked.
    if (bookmark.encrypted) setShown({ kind: 'opened', note });
    else setShown({ kind: 'saved', bookmark, isNew: false, note });
  };
  const countOthers = (): number => {
    if (shown.kind !== 'opened') return 0;
    return opened.kind === 'saved' ? opened.others + unlocked.length : unlocked.length - 1;
  };
  const show = () => {
    switch (shown.kind) {
      case 'queued':
        return <Queued />;
      case 'trashed':
        return (
          <Trashed
            bookmark={decryptedRow(shown.bookmark)}
            {...{ connection, space }}
            onRestored={showRestored}
          />
        );
      case 'encrypted':
        return <Queued isSent />;
      case 'saved':
        return savedForm(shown.bookmark, shown);
      case 'opened':
        if (opened.kind === 'saved') return savedForm(opened.bookmark, opened);
        if (recognized) return savedForm(recognized, shown);
        if (opened.kind === 'queued') return <Queued />;
        if (opened.kind === 'saving') return <Saving page={opened.page} />;
        return (
          <SaveForm
            page={opened.page}
            initial={opened.draft}
            texts={opened.texts}
            {...{ connection, space, onSearch }}
            onChanged={() => setChanged(true)}
            onSaved={showOutcome}
          />
        );
    }
  };
  const savedForm = (
    bookmark: Bookmark,
    { isNew = false, note = null }: { isNew?: boolean; note?: string | null },
  ) => (
    <SavedForm
      key={`${bookmark.uuid} ${bookmark.updatedAt}`}
      pageUrl={opened.page.url}
      initial={opened.kind === 'saved' && bookmark === opened.bookmark ? opened.draft : savedDraft(bookmark)}
      others={countOthers()}
      {...{ bookmark, connection, space, isNew, note, onSearch }}
      onTrashed={(trashed) => setShown({ kind: 'trashed', bookmark: trashed })}
    />
  );
  return show();
}

function NoPage({ reason, onSearch }: { reason: 'not_web' | 'hidden'; onSearch: () => void }) {
  const t = useTranslations('Extension');
  const isHidden = reason === 'hidden';
  return (
    <Frame header={<Header title={t('heading')} onSearch={onSearch} />}>
      <QueueNotice />
      <Message
        icon="i-globe-lock"
        title={t(isHidden ? 'noPage.hiddenTitle' : 'noPage.notWebTitle')}
        text={t(isHidden ? 'noPage.hiddenText' : 'noPage.notWebText')}
      >
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do here */}
        <Button autoFocus onClick={onSearch}>
          {t('noPage.search')}
        </Button>
      </Message>
    </Frame>
  );
}

/** The page is being saved; its form follows. */
function Saving({ page }: { page: Page }) {
  const t = useTranslations('Extension');
  return (
    <Frame header={<Header title={t('heading')} />}>
      <div role="status" className="m-auto">
        <Message icon="i-cloud-upload" title={t('saving')} text={page.title || page.url} />
      </div>
    </Frame>
  );
}

/** The page is saved on this device and waits for the server, or it was sent encrypted. */
function Queued({ isSent = false }: { isSent?: boolean }) {
  const t = useTranslations('Extension');
  const { close } = useSurface();
  return (
    <Frame
      header={<Header isSaved title={t(isSent ? 'savedHeading' : 'queued')} />}
      footer={
        <Footer>
          <span className="flex-1" />
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone */}
          <Button autoFocus variant="primary" onClick={close}>
            {t('done')}
          </Button>
        </Footer>
      }
    >
      {isSent ? (
        <Message icon="i-lock" title={t('encryptedTitle')} text={t('encryptedText')} />
      ) : (
        <>
          <QueueNotice />
          <Message icon="i-cloud-off" title={t('queued')} text={t('queuedText')} />
        </>
      )}
    </Frame>
  );
}
