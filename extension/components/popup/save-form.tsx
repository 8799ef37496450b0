import { useTranslations } from 'next-intl';
import { lazy, Suspense, useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react';

import { createBody, noSuggestions, type EditorSuggestions } from '@/components/entities/bookmark-draft';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import type { EncryptDraft } from '@/extension/components/encryption/encryption-fields';
import { Footer, Frame, Header } from '@/extension/components/frame';
import {
  BookmarkFields,
  noProblem,
  submitByKeys,
  Toggle,
  Marks,
} from '@/extension/components/popup/bookmark-fields';
import { useKnownLists } from '@/extension/components/popup/known-lists';
import {
  forgetDraft,
  keepDraft,
  textsSoon,
  type PageDraft,
  type PageTexts,
} from '@/extension/components/popup/page-draft';
import { useProblem } from '@/extension/components/popup/use-problem';
import { useSurface } from '@/extension/components/surface';
import { createClient } from '@/extension/lib/client';
import type { Connection } from '@/extension/lib/connection';
import { applyChange } from '@/extension/lib/library';
import type { Page } from '@/extension/lib/page';
import { saveBookmark, type QueuedSave } from '@/extension/lib/queue';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { hasFeature } from '@/lib/domain/plans';

const EncryptionFields = lazy(() => import('@/extension/components/encryption/encryption-fields'));

/** What became of a save. */
export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly bookmark: Bookmark;
      readonly note: 'pageTextFailed' | 'pageTextEmpty' | null;
    }
  | { readonly kind: 'exists'; readonly bookmark: Bookmark }
  | { readonly kind: 'queued'; readonly save: QueuedSave };

export interface SaveFormProps {
  page: Page;
  initial: PageDraft;
  /** Fill the fields that the user has not changed by then. */
  texts: Promise<PageTexts>;
  connection: Connection;
  space: string;
  onSearch: () => void;
  /** Called with each change of the user. */
  onChanged: () => void;
  onSaved: (outcome: SaveOutcome) => void;
}

/** Saves the page of the current tab. */
export function SaveForm(props: SaveFormProps) {
  const t = useTranslations('BookmarkEditor');
  const own = useTranslations('Extension');
  const { close } = useSurface();
  const encrypt = useRef<EncryptDraft>(null);
  const form = useSaveForm(props, encrypt);
  const { draft, change, problem, isSaving } = form;
  const { encrypted } = draft;
  const cancel = () => {
    void forgetDraft(props.page.url);
    close();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the fields inside
    <form method="post" noValidate onSubmit={form.submit} onKeyDown={submitByKeys}>
      <Frame
        header={<Header title={own('heading')} onSearch={props.onSearch} />}
        footer={
          <Footer>
            <p role="status" className="sr-only">
              {isSaving ? own('saving') : null}
            </p>
            <span className="flex-1" />
            <Button onClick={cancel}>{t('cancel')}</Button>
            <Button type="submit" variant="primary" pending={isSaving}>
              {t('save')}
            </Button>
          </Footer>
        }
      >
        <BookmarkFields {...{ draft, change, problem }} suggestions={form.suggestions} lists={form.lists}>
          <div className="flex flex-wrap gap-x-2.5 gap-y-2">
            <Marks {...{ draft, change }} />
            <Toggle
              icon="i-archive"
              label={own('pageText')}
              title={own('pageTextHint')}
              isOn={draft.sendsText && !encrypted}
              disabled={encrypted}
              onChange={(sendsText) => change({ sendsText })}
            />
            <Toggle
              icon="i-lock"
              label={own('encrypt')}
              title={t('encryptText')}
              isOn={encrypted}
              onChange={(isOn) => change({ encrypted: isOn })}
            />
          </div>
          {encrypted ? (
            <Suspense fallback={<Skeleton className="h-24 w-full" />}>
              <EncryptionFields
                ref={encrypt}
                connection={props.connection}
                space={props.space}
                wasRequested={form.wasRequested}
              />
            </Suspense>
          ) : null}
        </BookmarkFields>
      </Frame>
    </form>
  );
}

function useSaveForm(
  { page, initial, texts, connection, space, onChanged, onSaved }: SaveFormProps,
  encrypt: RefObject<EncryptDraft | null>,
) {
  const t = useTranslations('BookmarkEditor');
  const problemOf = useProblem();
  const [found, setFound] = useState<PageTexts>({});
  const [changed, setChanged] = useState<Partial<PageDraft>>({});
  const draft: PageDraft = { ...initial, ...found, ...changed };
  useEffect(() => void texts.then(setFound), [texts]);
  const [problem, setProblem] = useState(noProblem);
  const [isSaving, setSaving] = useState(false);
  // Reused for retries, so that a bookmark cannot be created twice.
  const [uuid] = useState(() => crypto.randomUUID());
  const { suggestions, wasRequested } = useSuggestions(draft, texts, { connection, space });
  const lists = useKnownLists(connection, space, () =>
    setProblem({ ...noProblem, form: t('collectionFailed') }),
  );

  const change = (changes: Partial<PageDraft>) => {
    onChanged();
    setChanged((earlier) => ({ ...earlier, ...changes }));
    void keepDraft(page.url, { ...draft, ...changes }, null);
  };
  const bodyOf = async () => {
    if (!draft.encrypted) return { ...createBody(draft, uuid, false), later: draft.later };
    const encrypted = await encrypt.current?.encrypt(draft, uuid);
    return encrypted ? { ...encrypted, later: draft.later } : null;
  };
  const save = async () => {
    setProblem(noProblem);
    // Read before the request: the page may be left during it.
    const sending =
      draft.sendsText && !draft.encrypted
        ? (await import('@/extension/components/popup/send-page-text')).sendPageText
        : null;
    const html = (await sending?.read(page.tabId)) ?? null;
    const body = await bodyOf();
    // The key is missing or wrong, which its field says.
    if (body === null) return;
    const result = await saveBookmark(body, { space });
    await forgetDraft(page.url);
    if (result.status !== 'saved') {
      onSaved(
        result.status === 'queued'
          ? { kind: 'queued', save: result.save }
          : { kind: 'exists', bookmark: result.bookmark },
      );
      return;
    }
    await applyChange(uuid, result.bookmark, space);
    const note = sending === null ? null : await sending.send(uuid, html);
    onSaved({ kind: 'saved', bookmark: result.bookmark, note });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    save()
      .catch((failure: unknown) => setProblem(problemOf(failure)))
      .finally(() => setSaving(false));
  };
  return {
    ...{ draft, change, problem, isSaving, submit, suggestions, wasRequested, lists },
  };
}

/** Suggests collections and tags for the page, as the form of the web app does. Nothing is sent to encrypt a page. */
function useSuggestions(
  { url, title, description, encrypted }: PageDraft,
  texts: Promise<PageTexts>,
  { connection, space }: Pick<SaveFormProps, 'connection' | 'space'>,
): { suggestions: EditorSuggestions; wasRequested: boolean } {
  // What the page says about itself; the user's changes are no reason for another request.
  const [page] = useState({ url, title: title.trim(), description: description.trim() });
  const [found, setFound] = useState<EditorSuggestions['found'] | null>(null);
  const isEnabled = hasFeature(connection.account.plan, 'suggestions') && !encrypted;
  const [wasRequested, setRequested] = useState(isEnabled);
  if (isEnabled && !wasRequested) setRequested(true);
  useEffect(() => {
    if (!isEnabled) return;
    const leaving = new AbortController();
    const suggest = createClient({ ...connection, space });
    const { signal } = leaving;
    void textsSoon(texts)
      .then(({ description: said = page.description }) =>
        signal.aborted
          ? noSuggestions.found
          : suggest('collections.suggest', { body: { ...page, description: said } }, { signal }),
      )
      // The form works without suggestions.
      .catch(() => noSuggestions.found)
      .then((suggested) => (signal.aborted ? undefined : setFound(suggested)));
    return () => leaving.abort();
  }, [isEnabled, page, texts, connection, space]);
  if (!isEnabled) return { suggestions: noSuggestions, wasRequested };
  return { suggestions: { isPending: found === null, found: found ?? noSuggestions.found }, wasRequested };
}
