'use client';

import { useTranslations } from 'next-intl';
import type { KeyboardEvent, SubmitEvent } from 'react';
import { DialogFormFooter } from '@/components/common/dialog-form-footer';
import { FormAlert } from '@/components/common/form-alert';
import { CollectionsField } from '@/components/features/bookmarks/editor/collections-field';
import type { Draft } from '@/components/features/bookmarks/editor/draft';
import { ExistingNotice } from '@/components/features/bookmarks/editor/existing-notice';
import { PageTextFields } from '@/components/features/bookmarks/editor/page-text-fields';
import { SuggestedCollections } from '@/components/features/bookmarks/editor/suggested-collections';
import { SuggestedTags } from '@/components/features/bookmarks/editor/suggested-tags';
import { TagsField } from '@/components/features/bookmarks/editor/tags-field';
import { UrlField } from '@/components/features/bookmarks/editor/url-field';
import type { EditorRefusal } from '@/components/features/bookmarks/editor/use-editor-refusal';
import { useFilling } from '@/components/features/bookmarks/editor/use-filling';
import { useSuggestions } from '@/components/features/bookmarks/editor/use-suggestions';
import { Checkbox } from '@/components/ui/checkbox';
import { DialogBody } from '@/components/ui/dialog';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';

interface BookmarkFormProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Null for a new bookmark. */
  bookmark: Bookmark | null;
  refusal: EditorRefusal;
  onEditExisting: (bookmark: Bookmark) => void;
  onSubmit: (draft: Draft, options: { force: boolean }) => void;
}

/** The fields of a bookmark. While it is filled in, the page is read, and fills what is still empty. */
export function BookmarkForm({
  draft,
  onChange,
  bookmark,
  refusal,
  onEditExisting,
  onSubmit,
}: BookmarkFormProps) {
  const t = useTranslations('BookmarkEditor');
  const { isReading, page } = useFilling(draft, onChange, bookmark?.url ?? '');
  const suggestions = useSuggestions(draft, bookmark === null && !isReading);
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  const found = page?.existing ?? refusal.existing;
  const existing = found?.uuid === bookmark?.uuid ? null : found;
  const isComplete = draft.url.trim() !== '';
  const { fields } = refusal;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isComplete) onSubmit(draft, { force: existing !== null });
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={submit} onKeyDown={submitByKeys}>
      <DialogBody className="flex flex-col gap-4">
        <UrlField
          value={draft.url}
          onChange={(url) => set({ url })}
          error={fields['url']}
          isFetching={isReading}
        />
        {existing ? <ExistingNotice bookmark={existing} onEdit={onEditExisting} /> : null}
        <PageTextFields value={draft} onChange={set} errors={fields} isReading={isReading} />
        <CollectionsField
          value={draft.collections}
          onChange={(collections) => set({ collections })}
          error={fields['collections']}
        />
        <SuggestedCollections
          suggestions={suggestions}
          value={draft.collections}
          onChange={(collections) => set({ collections })}
        />
        <TagsField value={draft.tags} onChange={(tags) => set({ tags })} error={fields['tags']} />
        <SuggestedTags suggestions={suggestions} value={draft.tags} onChange={(tags) => set({ tags })} />
        <label className="flex w-fit items-center gap-2.5 touch:min-h-11">
          <Checkbox checked={draft.favorite} onChange={(event) => set({ favorite: event.target.checked })} />
          {t('favorite')}
        </label>
        <Announcement isReading={isReading} title={page?.title} />
        <FormAlert text={refusal.form} />
      </DialogBody>
      <DialogFormFooter
        cancel={t('cancel')}
        submit={t(bookmark ? 'save' : existing ? 'saveAnyway' : 'add')}
        disabled={!isComplete}
      />
    </form>
  );
}

const submitByKeys = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
};

/** For those who do not see the spinner and the fields that fill themselves. */
function Announcement({ isReading, title }: { isReading: boolean; title: string | undefined }) {
  const t = useTranslations('BookmarkEditor');
  return (
    <p role="status" className="sr-only">
      {isReading ? t('reading') : title ? t('read', { title }) : null}
    </p>
  );
}
