import { useTranslations } from 'next-intl';
import { lazy, Suspense, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Field } from '@/components/common/field';
import { FormAlert } from '@/components/common/form-alert';
import { privateInput } from '@/components/common/private-input';
import { noSuggestions, type EditorSuggestions } from '@/components/entities/bookmark-draft';
import { bookmarkAddress } from '@/components/entities/bookmark-text';
import { CollectionsField } from '@/components/entities/collections-field';
import { Favicon } from '@/components/entities/favicon';
import { TagsField } from '@/components/entities/tags-field';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Textarea } from '@/components/ui/textarea';
import type { KnownLists } from '@/extension/components/popup/known-lists';
import type { PageDraft } from '@/extension/components/popup/page-draft';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { cn } from '@/lib/utils/cn';
import { pressedKey } from '@/lib/utils/pressed-key';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { CollectionSummary } from '@/lib/contract/collections';

// Loaded while the server looks for suggestions: the form is shown without them.
const loadSuggested = () => import('@/components/entities/suggested');
const SuggestedCollections = lazy(() =>
  loadSuggested().then((module) => ({ default: module.SuggestedCollections })),
);
const SuggestedTags = lazy(() => loadSuggested().then((module) => ({ default: module.SuggestedTags })));

/** Why a form was not accepted: messages by field, and one for the form as a whole. */
export interface FormProblem {
  readonly fields: Readonly<Record<string, string>>;
  readonly form: string | null;
}
export const noProblem: FormProblem = { fields: {}, form: null };

export interface BookmarkFieldsProps {
  draft: PageDraft;
  change: (changes: Partial<PageDraft>) => void;
  /** Saved collections of the bookmark. */
  saved?: Bookmark['collections'];
  suggestions?: EditorSuggestions;
  problem: FormProblem;
  lists: KnownLists;
  /** Switches and sections below the notes. */
  children: ReactNode;
}

/** The emoji of a collection; the stylesheet of the extension has no other icons. */
const markOf = ({ icon }: CollectionSummary): ReactNode =>
  icon === null || /^[a-z]/.test(icon) ? undefined : (
    <span aria-hidden="true" className="emoji size-3.5 text-[0.8125rem]">
      {icon}
    </span>
  );

/** The fields of a bookmark in the popup: what matters first, the description on demand. */
export function BookmarkFields(props: BookmarkFieldsProps) {
  const { draft, change, saved = [], suggestions = noSuggestions, problem, lists, children } = props;
  const t = useTranslations('BookmarkEditor');
  const own = useTranslations('Extension');
  const { collections: all, tags: known, create } = lists;
  const [hasDescription, setDescription] = useState(false);
  const { collections, tags, encrypted } = draft;
  const setCollections = (next: readonly string[]) => change({ collections: next });
  const setTags = (next: readonly string[]) => change({ tags: next });
  const secret = encrypted ? privateInput : {};
  return (
    <div className="flex flex-col gap-3 px-3.5 pt-3 pb-4">
      <PageTitle {...{ draft, change }} error={problem.fields['title'] ?? problem.fields['url']} />
      <CollectionsField
        {...{ all, saved, create, markOf }}
        value={collections}
        onChange={setCollections}
        error={problem.fields['collections']}
      />
      {suggestions === noSuggestions ? null : (
        <Suspense>
          <SuggestedCollections
            isCompact
            {...{ suggestions, all, create, markOf }}
            value={collections}
            onChange={setCollections}
          />
        </Suspense>
      )}
      <TagsField
        isCompact
        known={known}
        value={tags}
        onChange={setTags}
        error={problem.fields['tags']}
        isPrivate={encrypted}
      />
      {suggestions === noSuggestions ? null : (
        <Suspense>
          <SuggestedTags suggestions={suggestions} value={tags} onChange={setTags} />
        </Suspense>
      )}
      <Field label={t('notes')} error={problem.fields['notes']}>
        {(control) => (
          <Textarea
            {...control}
            {...secret}
            rows={2}
            className="max-h-40 min-h-14"
            placeholder={own('notesPlaceholder')}
            value={draft.notes}
            onChange={({ target }) => change({ notes: target.value })}
          />
        )}
      </Field>
      {children}
      {hasDescription || problem.fields['description'] !== undefined ? (
        <Field label={t('description')} error={problem.fields['description']}>
          {(control) => (
            <Textarea
              {...control}
              {...secret}
              // The button that had the focus has made place for it.
              // eslint-disable-next-line jsx-a11y/no-autofocus -- as said
              autoFocus={hasDescription}
              rows={2}
              className="max-h-40 min-h-14"
              value={draft.description}
              onChange={({ target }) => change({ description: target.value })}
            />
          )}
        </Field>
      ) : (
        <ButtonBase
          className="flex min-w-0 items-center gap-1.5 self-start text-small text-muted-foreground hover:text-foreground touch:hit"
          onClick={() => setDescription(true)}
        >
          <Icon name="i-chevron-right" className="size-3.5" />
          {own('more')}
        </ButtonBase>
      )}
      <FormAlert text={problem.form} />
    </div>
  );
}

interface PageTitleProps extends Pick<BookmarkFieldsProps, 'draft' | 'change'> {
  error: string | undefined;
}

/** Title and address of the page. The title looks like text until it is pointed at or focused. */
function PageTitle({ draft, change, error }: PageTitleProps) {
  const t = useTranslations('BookmarkEditor');
  const id = useId();
  const address = parseBookmarkUrl(draft.url);
  const { host, path } = bookmarkAddress(address);
  const submit = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (pressedKey(event) !== 'Enter') return;
    // A title has one line.
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <div className="flex items-start gap-2.5">
      <Favicon host={address.domain} url={null} className="mt-1.5" />
      <div className="min-w-0 flex-1">
        <textarea
          {...(draft.encrypted ? privateInput : {})}
          dir="auto"
          rows={1}
          aria-label={t('title')}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          className={cn(
            '-ml-1.5 field-sizing-content max-h-20 w-[calc(100%+0.375rem)] resize-none rounded-sm border border-transparent bg-transparent px-1.5 py-0.5 text-body font-medium outline-none',
            'hover:border-input focus-visible:border-ring focus-visible:bg-card aria-invalid:border-destructive',
          )}
          value={draft.title}
          placeholder={host}
          onChange={({ target }) => change({ title: target.value.replaceAll('\n', ' ') })}
          onKeyDown={submit}
        />
        <p dir="auto" className="truncate text-second text-muted-foreground">
          {host}
          <span className="text-faint">{path}</span>
        </p>
        {error ? (
          <p id={id} role="alert" className="mt-1 text-second text-destructive">
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}

interface ToggleProps {
  icon: `i-${string}`;
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  title?: string | undefined;
  disabled?: boolean;
}

/** A small switch: its icon and label take the accent color while it is on. */
export const Toggle = ({ icon, label, isOn, onChange, title, disabled = false }: ToggleProps) => (
  <ButtonBase
    aria-pressed={isOn}
    title={title}
    disabled={disabled}
    className={cn(
      'inline-flex items-center gap-1.5 rounded-sm py-0.5 text-small disabled:opacity-55 touch:hit',
      isOn ? 'text-primary' : 'text-muted-foreground hover:text-foreground',
    )}
    onClick={() => onChange(!isOn)}
  >
    <Icon name={icon} />
    {label}
  </ButtonBase>
);

/** The marks of a bookmark, as toggles. */
export function Marks({ draft, change }: Pick<BookmarkFieldsProps, 'draft' | 'change'>) {
  const t = useTranslations('BookmarkEditor');
  const own = useTranslations('Extension');
  const { favorite, later } = draft;
  return (
    <>
      <Toggle
        icon={favorite ? 'i-solid-star' : 'i-star'}
        label={t('favorite')}
        isOn={favorite}
        onChange={(isOn) => change({ favorite: isOn })}
      />
      <Toggle icon="i-clock" label={own('later')} isOn={later} onChange={(isOn) => change({ later: isOn })} />
    </>
  );
}

/** Ctrl/Cmd+Enter saves from any field, also from those in which Enter begins a line. */
export const submitByKeys = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
};
