'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type SubmitEvent, useEffect, useState } from 'react';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { FormAlert } from '@/components/common/form-alert';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import { collectionName } from '@/components/entities/collection-chip';
import {
  changeUrl,
  fillDraft,
  noText,
  PageTextFields,
  UrlField,
  usePageMetadata,
} from '@/components/features/bookmarks/bookmark-fields';
import { CollectionsField } from '@/components/features/bookmarks/collections-field';
import type { Draft } from '@/components/features/bookmarks/draft';
import { isAddressTaken } from '@/components/features/bookmarks/encrypted-body';
import { EncryptionFields } from '@/components/features/bookmarks/encryption-fields';
import {
  type EditorSuggestions,
  SuggestedCollections,
  SuggestionChip,
  useSuggestions,
} from '@/components/features/bookmarks/suggested-collections';
import { TagsField } from '@/components/features/bookmarks/tags-field';
import type { FormProtection } from '@/components/features/bookmarks/use-protection';
import type { EditorRefusal, Saving } from '@/components/features/bookmarks/use-saving';
import { Button, buttonVariants } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { DialogBody } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { collectionQueries } from '@/lib/api/collections';
import { forgetWrites } from '@/lib/api/forget-plain';
import type { Bookmark, Metadata } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { tagKey } from '@/lib/domain/tag-key';
import { uniqueTags } from '@/lib/domain/tags';

interface SuggestedTagsProps {
  suggestions: EditorSuggestions;
  value: readonly string[];
  onChange: (tags: readonly string[]) => void;
}

/** Tags that a new bookmark may have, those in use before new ones, each one click away. */
function SuggestedTags({ suggestions, value, onChange }: SuggestedTagsProps) {
  const t = useTranslations('Suggestions');
  const offered = suggestions.found.tags.filter(
    ({ name }) => !value.some((tag) => tagKey(tag) === tagKey(name)),
  );
  if (offered.length === 0) return null;
  return (
    <div role="group" aria-label={t('forTags')} className="-mt-2 flex flex-wrap gap-1.5">
      {offered.map(({ name, isNew }) => (
        <SuggestionChip
          key={name}
          label={t('addTag', { name })}
          onClick={() => onChange(uniqueTags([...value, name]))}
        >
          <Icon name={isNew ? 'i-plus' : 'i-tag'} className="size-3.5" />
          <span className="truncate">{name}</span>
        </SuggestionChip>
      ))}
    </div>
  );
}

interface Filling {
  readonly isReading: boolean;
  /** Changes the url of the draft. */
  readonly setUrl: (url: string) => void;
  /** What the page at the url says of itself, once it is known. */
  readonly page: Metadata | null;
  /** The service has received a url of this form. */
  readonly wasAsked: boolean;
}

interface Options {
  /** It is not asked about: it was when it was saved. */
  readonly savedUrl: string;
  /** No lookup is sent, and nothing is stored besides the form's values. */
  readonly isPrivate: boolean;
}

/** Reads the page while the form is filled in. */
function useFilling(
  draft: Draft,
  onChange: (draft: Draft) => void,
  { savedUrl, isPrivate }: Options,
): Filling {
  const client = useQueryClient();
  const [filledIn, setFilledIn] = useState(noText);
  const isAsked = !isPrivate && draft.url !== savedUrl;
  const { status, metadata, wasAsked } = usePageMetadata(isAsked ? draft.url : null, (page) => {
    const filled = fillDraft(draft, filledIn, page);
    setFilledIn(filled.filledIn);
    onChange(filled.draft);
  });
  useEffect(() => {
    if (isPrivate) forgetWrites(client);
  }, [isPrivate, client]);
  const setUrl = (url: string) => {
    const changed = changeUrl(draft, filledIn, url);
    setFilledIn(changed.filledIn);
    onChange(changed.draft);
  };
  return { isReading: status === 'fetching', page: metadata, wasAsked, setUrl };
}

interface BookmarkFormProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** As it reads; null for a new bookmark. */
  bookmark: Bookmark | null;
  protection: FormProtection;
  isOffline: boolean;
  refusal: EditorRefusal;
  /** It is being encrypted. */
  isPending: boolean;
  onEditExisting: (bookmark: Bookmark) => void;
  onSubmit: (saving: Saving) => void;
}

/** The fields of a bookmark. While it is filled in, the page is read, and fills what is still empty. */
export function BookmarkForm(props: BookmarkFormProps) {
  const { draft, onChange, bookmark, protection, isOffline, refusal, isPending, onEditExisting } = props;
  const t = useTranslations('BookmarkEditor');
  // What is not to be known is not asked about either, and a bookmark that was encrypted is so until it is saved.
  const isPrivate = isOffline || protection.isOn || protection.wasOn;
  const { isReading, page, wasAsked, setUrl } = useFilling(draft, onChange, {
    savedUrl: bookmark?.url ?? '',
    isPrivate,
  });
  const suggestions = useSuggestions(draft, bookmark === null && !isReading && !isPrivate);
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  const found = page?.existing ?? refusal.existing;
  const existing = isPrivate || found?.uuid === bookmark?.uuid ? null : found;
  const { fields, submit, isComplete } = useSubmit(props, existing !== null);

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside
    <form
      method="post"
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={submit}
      onKeyDown={submitByKeys}
    >
      <DialogBody className="flex flex-col gap-4">
        <UrlField
          value={draft.url}
          onChange={setUrl}
          error={fields['url']}
          isFetching={isReading}
          isPrivate={isPrivate}
        />
        {existing ? <ExistingBookmarkAlert bookmark={existing} onEdit={onEditExisting} /> : null}
        <PageTextFields value={draft} onChange={set} errors={fields} {...{ isReading, isPrivate }} />
        <CollectionsField
          saved={bookmark?.collections ?? []}
          value={draft.collections}
          onChange={(collections) => set({ collections })}
          error={fields['collections']}
          canCreate={!isOffline}
        />
        <SuggestedCollections
          suggestions={suggestions}
          value={draft.collections}
          onChange={(collections) => set({ collections })}
        />
        <TagsField
          value={draft.tags}
          onChange={(tags) => set({ tags })}
          error={fields['tags']}
          isPrivate={isPrivate}
        />
        <SuggestedTags suggestions={suggestions} value={draft.tags} onChange={(tags) => set({ tags })} />
        <label className="flex w-fit items-center gap-2.5 touch:min-h-11">
          <Checkbox checked={draft.favorite} onChange={(event) => set({ favorite: event.target.checked })} />
          {t('favorite')}
        </label>
        {isOffline ? null : (
          <EncryptionFields
            {...protection}
            problems={refusal.key === null ? protection.problems : { passphrase: refusal.key }}
            isNew={bookmark === null}
            wasAsked={wasAsked}
          />
        )}
        <Announcement {...{ isReading, isPending }} title={isPrivate ? undefined : page?.title} />
        <FormAlert text={refusal.form} />
      </DialogBody>
      <DialogFormFooter
        cancel={t('cancel')}
        submit={t(submitLabel(props, existing !== null))}
        disabled={!isComplete || isPending}
      />
    </form>
  );
}

/** Sends the form once it can be saved as it is, and says beside its fields why not. */
function useSubmit({ draft, protection, refusal, isPending, onSubmit }: BookmarkFormProps, exists: boolean) {
  const t = useTranslations('BookmarkEditor');
  const [refused, setRefused] = useState<string | null>(null);
  const isComplete = draft.url.trim() !== '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isComplete || isPending) return;
    // What the service would refuse must be refused here, where it cannot read it.
    const isTaken = !protection.isOn || isAddressTaken(draft.url);
    setRefused(isTaken ? null : draft.url);
    const key = protection.isOn ? protection.choose() : null;
    if (!isTaken || (protection.isOn && key === null)) return;
    onSubmit({ draft, key, force: exists || refusal.isConflict });
  };
  const fields = refused === draft.url ? { ...refusal.fields, url: t('urlWarning.scheme') } : refusal.fields;
  return { fields, submit, isComplete };
}

function submitLabel({ bookmark, refusal, protection: { isOn, wasOn } }: BookmarkFormProps, exists: boolean) {
  if (refusal.isConflict) return 'replaceOther';
  if (wasOn && !isOn) return 'decryptAndSave';
  if (bookmark !== null) return 'save';
  return exists ? 'saveAnyway' : 'add';
}

const submitByKeys = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
};

interface AnnouncementProps {
  isReading: boolean;
  isPending: boolean;
  title: string | undefined;
}

/** For those who do not see the spinner and the fields that fill themselves. */
function Announcement({ isReading, isPending, title }: AnnouncementProps) {
  const t = useTranslations('BookmarkEditor');
  return (
    <p role="status" className="sr-only">
      {isPending ? t('encrypting') : isReading ? t('reading') : title ? t('read', { title }) : null}
    </p>
  );
}

interface ExistingBookmarkAlertProps {
  bookmark: Bookmark;
  onEdit: (bookmark: Bookmark) => void;
}

/** The link is saved already: shows where, and leads there. */
export function ExistingBookmarkAlert({ bookmark, onEdit }: ExistingBookmarkAlertProps) {
  const t = useTranslations('BookmarkEditor');
  const { mutate: visit } = useMutation(bookmarkMutations.visit());
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const places = bookmark.collections
    .map(({ uuid, name }) =>
      collectionName({ name, isDefault: uuid === defaultCollection }, t('uncategorized')),
    )
    .join(', ');
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-accent px-3 py-2.5"
    >
      <p className="min-w-0 flex-1 basis-52">
        <span className="block font-medium">{t('exists')}</span>
        <span className="block truncate text-second text-muted-foreground">
          {bookmarkTitle(bookmark)}
          {places ? ` · ${places}` : null}
        </span>
      </p>
      <span className="flex gap-1.5">
        {isLiveUrl(bookmark.url) ? (
          <a
            href={bookmark.url ?? ''}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonVariants({})}
            onClick={() => visit({ params: { uuid: bookmark.uuid }, bookmark })}
          >
            {t('open')}
          </a>
        ) : null}
        <Button onClick={() => onEdit(bookmark)}>{t('editExisting')}</Button>
      </span>
    </div>
  );
}
