'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { ColorDot } from '@/components/common/color-dot';
import { Field } from '@/components/common/field';
import { bookmarkTitle } from '@/components/entities/bookmark-text';
import { Favicon } from '@/components/entities/favicon';
import { useFileGroup } from '@/components/features/suggestions/use-file-group';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { limits } from '@/lib/contract/limits';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { SuggestedGroup } from '@/lib/contract/schemas/suggestion';
import { isLiveUrl } from '@/lib/domain/live-url';
import { collectionQueries } from '@/lib/queries/collections';

interface GroupCardProps {
  group: SuggestedGroup;
  onDismiss: () => void;
}

/** Bookmarks that belong together: what of, why, and where they would go. Nothing happens but by a click. */
export function GroupCard({ group, onDismiss }: GroupCardProps) {
  const t = useTranslations('Suggestions');
  const [name, setName] = useState(group.name);
  const [isMissing, setMissing] = useState(false);
  const { file, isPending } = useFileGroup();
  const count = group.uuids.length;
  const rest = count - group.bookmarks.length;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() !== '') void file(group, name.trim());
  };
  return (
    <li className="min-w-0 rounded-md border">
      <form method="post" noValidate className="flex h-full flex-col gap-2.5 p-3" onSubmit={submit}>
        {group.isNew ? (
          <Field label={t('name')} error={isMissing ? t('nameMissing') : undefined}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={limits.collectionNameLength}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        ) : (
          <Goal uuid={group.uuid} name={group.name} />
        )}
        <p className="text-second text-pretty wrap-anywhere text-muted-foreground">{group.reason}</p>
        <ul className="flex flex-1 flex-col gap-1">
          {group.bookmarks.map((bookmark) => (
            <BookmarkLine key={bookmark.uuid} bookmark={bookmark} />
          ))}
          {rest > 0 ? (
            <li className="text-second text-muted-foreground">{t('more', { count: rest })}</li>
          ) : null}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={isPending} aria-label={t('fileIn', { count, name })}>
            {t('file', { count })}
          </Button>
          <Button variant="ghost" aria-label={t('notThisOne', { name: group.name })} onClick={onDismiss}>
            {t('notThis')}
          </Button>
        </div>
      </form>
    </li>
  );
}

function Goal({ uuid, name }: { uuid: string | undefined; name: string }) {
  const t = useTranslations('Suggestions');
  const { data: color = null } = useQuery({
    ...collectionQueries.simplified(),
    select: ({ content }) => content.find((one) => one.uuid === uuid)?.color,
  });
  return (
    <p className="flex min-w-0 items-center gap-2 font-medium">
      <ColorDot color={color} />
      <span className="min-w-0 truncate">{t('into', { name })}</span>
    </p>
  );
}

function BookmarkLine({ bookmark }: { bookmark: Bookmark }) {
  const t = useTranslations('Suggestions');
  return (
    <li className="flex min-w-0 items-center gap-2">
      <Favicon
        host={bookmark.domain}
        url={isLiveUrl(bookmark.url) ? bookmark.url : null}
        className="scale-75"
      />
      <span className="min-w-0 truncate">{bookmarkTitle(bookmark) || t('untitled')}</span>
    </li>
  );
}
