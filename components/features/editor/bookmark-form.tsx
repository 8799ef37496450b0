'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type SyntheticEvent, useEffect } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { FormAlert } from '@/components/common/form-alert';
import { leaveUnsaved } from '@/components/common/unsaved';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import { collectionName } from '@/components/entities/collection-chip';
import { CollectionIcon } from '@/components/entities/collection-icon';
import { CollectionsField } from '@/components/entities/collections-field';
import { SuggestedCollections, SuggestedTags } from '@/components/entities/suggested';
import { TagsField } from '@/components/entities/tags-field';
import {
  changeUrl,
  fillDraft,
  type PageText,
  PageTextFields,
  UrlField,
  usePageMetadata,
} from '@/components/features/editor/bookmark-fields';
import { CoverField } from '@/components/features/editor/cover-field';
import type { EditorForm } from '@/components/features/editor/editor-input';
import { EncryptionFields, type FormProtection } from '@/components/features/editor/encryption-fields';
import type { EditorRefusal } from '@/components/features/editor/use-saving';
import { useCreateCollection, useSuggestions } from '@/components/features/editor/use-suggestions';
import { Button, buttonVariants } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { DialogBody } from '@/components/ui/dialog';
import { bookmarkMutations } from '@/lib/api/bookmarks';
import { collectionQueries } from '@/lib/api/collections';
import { tagQueries } from '@/lib/api/tags';
import { forgetWrites } from '@/lib/offline/forget-plain';
import type { Bookmark, Metadata } from '@/lib/contract/bookmarks';
import type { CollectionSummary } from '@/lib/contract/collections';
import { isLiveUrl } from '@/lib/domain/live-url';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { isolate } from '@/lib/utils/isolate';
import { pressedKey } from '@/lib/utils/pressed-key';

interface Filling {
  readonly isReading: boolean;
  /** Removes texts filled in from the page of the previous url, once another one is typed. */
  readonly clearFilled: (url: string) => void;
  /** Metadata of the page at the url, once it is known. */
  readonly page: Metadata | null;
  /** Whether the service has received a url of this form. */
  readonly wasRequested: boolean;
}

interface Options {
  /** Its metadata is not requested: that was done when it was saved. */
  readonly savedUrl: string;
  /** No lookup is sent, and nothing is stored besides the form's values. */
  readonly isPrivate: boolean;
}

/** Fetches the page's metadata while the form is filled in. */
function useFilling({ form, filledIn, onFill }: FillingForm, url: string, options: Options): Filling {
  const { savedUrl, isPrivate } = options;
  const client = useQueryClient();
  const fill = ({ draft, filledIn: now }: ReturnType<typeof fillDraft>) => {
    onFill(now);
    for (const name of ['title', 'description'] as const) {
      form.setValue(name, draft[name], { shouldDirty: true });
    }
  };
  const shouldFetch = !isPrivate && url !== savedUrl;
  const { status, metadata, wasRequested } = usePageMetadata(shouldFetch ? url : null, (page) =>
    fill(fillDraft(form.getValues(), filledIn, page)),
  );
  useEffect(() => {
    if (isPrivate) forgetWrites(client);
  }, [isPrivate, client]);
  const clearFilled = (next: string) => fill(changeUrl({ ...form.getValues(), url }, filledIn, next));
  return { isReading: status === 'fetching', page: metadata, wasRequested, clearFilled };
}

interface FillingForm {
  form: EditorForm;
  /** Texts of its values that were filled in from the page. */
  filledIn: PageText;
  onFill: (filledIn: PageText) => void;
}

interface BookmarkFormProps extends FillingForm {
  /** The decrypted bookmark; null for a new one. */
  bookmark: Bookmark | null;
  protection: FormProtection;
  isOffline: boolean;
  refusal: EditorRefusal;
  onEditExisting: (bookmark: Bookmark) => void;
  /** Adds all links of a text instead of one bookmark. */
  onAddAll: (text: string) => void;
  /**
   * If `isForced` is set, it is saved although the url exists in the space, or the bookmark was changed
   * elsewhere.
   */
  onSubmit: (event: SyntheticEvent, isForced: boolean) => void;
}

const iconOf = (collection: CollectionSummary) => <CollectionIcon collection={collection} />;

/**
 * The fields of a bookmark. While the user fills them in, the page's metadata is fetched and fills the empty
 * ones.
 */
export function BookmarkForm(props: BookmarkFormProps) {
  const { form, filledIn, bookmark, protection, isOffline, refusal, onEditExisting, onAddAll, onSubmit } =
    props;
  const t = useTranslations('BookmarkEditor');
  const { control, error, formState } = form;
  const [url, title, description] = useWatch({ control, name: ['url', 'title', 'description'] });
  // Confidential data is not looked up either, and an encrypted bookmark stays confidential until it is saved.
  const isPrivate = isOffline || protection.isOn || protection.wasOn;
  const { isReading, page, wasRequested, clearFilled } = useFilling(props, url, {
    savedUrl: bookmark?.url ?? '',
    isPrivate,
  });
  const suggestions = useSuggestions(
    { url, title, description },
    bookmark === null && !isReading && !isPrivate,
  );
  const { data: all = [] } = useQuery({ ...collectionQueries.simplified(), select: contentOf });
  const { data: known = [] } = useQuery({ ...tagQueries.list(), select: contentOf });
  const create = useCreateCollection();
  const found = page?.existing ?? refusal.existing;
  const existing = isPrivate || found?.uuid === bookmark?.uuid ? null : found;
  const editExisting = (other: Bookmark) => {
    const { collections, tags, favorite } = formState.dirtyFields;
    const isText = title !== filledIn.title || description !== filledIn.description;
    // The existing bookmark has the address, and the page its texts.
    if (bookmark === null && !isText && !collections && !tags && !favorite) onEditExisting(other);
    else leaveUnsaved(() => onEditExisting(other), 'bookmark');
  };
  const isComplete = parseBookmarkUrl(url).warning !== 'empty';
  // The key cannot be chosen before the keys are loaded, and the user has to know what stays readable.
  const isLoading = protection.isOn && (protection.keys === null || protection.copies === null);
  const submit = (event: SyntheticEvent) => {
    if (!isComplete || isLoading) event.preventDefault();
    else onSubmit(event, existing !== null || refusal.isConflict);
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the fields inside
    <form
      method="post"
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={submit}
      onKeyDown={submitByKeys}
    >
      <DialogBody className="flex flex-col gap-4">
        <UrlField
          form={form}
          value={url}
          onType={clearFilled}
          isFetching={isReading}
          isPrivate={isPrivate}
          onAddAll={bookmark === null && !isPrivate ? onAddAll : undefined}
        />
        {existing ? <ExistingBookmarkAlert bookmark={existing} onEdit={editExisting} /> : null}
        <PageTextFields {...{ form, isReading, isPrivate }} />
        <Controller
          control={control}
          name="collections"
          render={({ field: { ref, value, onChange } }) => (
            <>
              <CollectionsField
                {...{ ref, all, value, onChange }}
                saved={bookmark?.collections ?? []}
                error={error('collections')}
                create={isOffline ? undefined : create}
                markOf={iconOf}
              />
              <SuggestedCollections {...{ suggestions, all, create, value, onChange }} markOf={iconOf} />
            </>
          )}
        />
        <Controller
          control={control}
          name="tags"
          render={({ field: { ref, value, onChange } }) => (
            <>
              <TagsField {...{ ref, known, value, onChange, isPrivate }} error={error('tags')} />
              <SuggestedTags {...{ suggestions, value, onChange }} />
            </>
          )}
        />
        {bookmark === null || isPrivate ? null : <CoverField bookmark={bookmark} />}
        <label className="flex w-fit items-center gap-2.5 touch:min-h-11">
          <Checkbox {...form.register('favorite')} />
          {t('favorite')}
        </label>
        {isOffline ? null : (
          <EncryptionFields
            {...protection}
            form={form}
            isNew={bookmark === null}
            wasRequested={wasRequested}
          />
        )}
        <Announcement
          isReading={isReading}
          isEncrypting={formState.isSubmitting && protection.isOn}
          title={isPrivate ? undefined : page?.title}
        />
        <FormAlert text={form.refusal} />
      </DialogBody>
      <DialogFormFooter
        cancel={t('cancel')}
        submit={t(submitLabel(props, existing !== null))}
        disabled={!isComplete || isLoading || formState.isSubmitting}
        isPending={formState.isSubmitting}
      />
    </form>
  );
}

const contentOf = <Row,>({ content }: { content: Row[] }): Row[] => content;

function submitLabel({ bookmark, refusal, protection: { isOn, wasOn } }: BookmarkFormProps, exists: boolean) {
  if (refusal.isConflict) return 'replaceOther';
  if (wasOn && !isOn) return 'decryptAndSave';
  if (bookmark !== null) return 'save';
  return exists ? 'saveAnyway' : 'add';
}

const submitByKeys = (event: KeyboardEvent<HTMLFormElement>) => {
  if (pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
};

interface AnnouncementProps {
  isReading: boolean;
  isEncrypting: boolean;
  title: string | undefined;
}

/** For users who do not see the spinner and the fields being filled in. */
function Announcement({ isReading, isEncrypting, title }: AnnouncementProps) {
  const t = useTranslations('BookmarkEditor');
  return (
    <p role="status" className="sr-only">
      {isEncrypting
        ? t('encrypting')
        : isReading
          ? t('reading')
          : title
            ? t('read', { title: isolate(title) })
            : null}
    </p>
  );
}

interface ExistingBookmarkAlertProps {
  bookmark: Bookmark;
  onEdit: (bookmark: Bookmark) => void;
}

/** Warns that the link is already saved: shows where, and links there. */
function ExistingBookmarkAlert({ bookmark, onEdit }: ExistingBookmarkAlertProps) {
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
        <span dir="auto" className="block truncate text-second text-muted-foreground">
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
