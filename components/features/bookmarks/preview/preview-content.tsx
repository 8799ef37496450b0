'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { bookmarkAddress, bookmarkTitle } from '@/components/entities/bookmark-text';
import { openEditor } from '@/components/features/bookmarks/editor-requests';
import type { ListSituation } from '@/components/features/bookmarks/list/use-list-controls';
import { PreviewFacts } from '@/components/features/bookmarks/preview/preview-facts';
import type { PreviewPlace } from '@/components/features/bookmarks/preview/preview-place';
import { PreviewTitle } from '@/components/features/bookmarks/preview/preview-title';
import { ReaderText } from '@/components/features/bookmarks/preview/reader-text';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { isLiveUrl } from '@/lib/domain/live-url';
import { bookmarkEditing } from '@/lib/queries/bookmark-editing';

interface PreviewContentProps {
  at: PreviewPlace;
  situation: ListSituation;
  onStep: (by: 1 | -1) => void;
  canStep: { readonly back: boolean; readonly on: boolean };
  /** The panel stands beside the list, and is closed by a button of its own. */
  isWide: boolean;
  onClose: () => void;
}

/** What the panel shows of a bookmark, in whatever frame. */
export function PreviewContent(props: PreviewContentProps) {
  const t = useTranslations('Preview');
  const { at, situation, isWide } = props;
  const { bookmark, place } = at;
  const { host, path } = bookmarkAddress(bookmark);
  return (
    <article>
      <p role="status" className="sr-only">
        {t('place', { title: bookmarkTitle(bookmark), place: place + 1, total: situation.list.total ?? 0 })}
      </p>
      <PreviewBar {...props} />
      <PreviewTitle isWide={isWide}>{bookmarkTitle(bookmark)}</PreviewTitle>
      <p className="mt-1 text-second wrap-anywhere text-muted-foreground">
        {host}
        <span className="text-faint">{path}</span>
      </p>
      <PreviewFacts bookmark={bookmark} />
      <ReaderText key={bookmark.uuid} bookmark={bookmark} onVisit={() => situation.actions.visit(bookmark)} />
    </article>
  );
}

/** What can be done with the bookmark; stays in sight while its text is read. */
function PreviewBar({ at, situation, onStep, canStep, isWide, onClose }: PreviewContentProps) {
  const t = useTranslations('Preview');
  const { bookmark } = at;
  const { actions, isTrash } = situation;
  const live = isLiveUrl(bookmark.url) ? bookmark.url : null;
  const edit = () => {
    // Two modal layers would leave nobody at home.
    if (!isWide) onClose();
    openEditor({ bookmark });
  };
  return (
    <div className="sticky top-0 z-1 -mx-1 flex items-center gap-1.5 bg-card px-1 py-3 max-md:pr-11 md:pt-5">
      {live === null ? null : (
        <a
          href={live}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants({})}
          onClick={() => actions.visit(bookmark)}
        >
          <Icon name="i-external-link" />
          {t('open')}
        </a>
      )}
      {isTrash ? null : (
        <>
          <Button onClick={edit}>
            <Icon name="i-pencil" />
            {t('edit')}
          </Button>
          <HighlightButton bookmark={bookmark} />
        </>
      )}
      <span className="flex-1" />
      <IconButton
        icon="i-chevron-up"
        label={t('previous')}
        disabled={!canStep.back}
        onPress={() => onStep(-1)}
      />
      <IconButton icon="i-chevron-down" label={t('next')} disabled={!canStep.on} onPress={() => onStep(1)} />
      <span className="max-md:hidden">
        <IconButton icon="i-x" label={t('close')} onPress={onClose} outline />
      </span>
    </div>
  );
}

interface IconButtonProps {
  icon: `i-${string}`;
  label: string;
  disabled?: boolean;
  outline?: boolean;
  onPress: () => void;
}

/** At the end of the list it stays where it is and keeps the focus. */
function IconButton({ icon, label, disabled = false, outline = false, onPress }: IconButtonProps) {
  return (
    <Button
      variant={outline ? 'outline' : 'ghost'}
      size="icon"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      className={disabled ? 'opacity-40' : undefined}
      onClick={disabled ? undefined : onPress}
    >
      <Icon name={icon} />
    </Button>
  );
}

function HighlightButton({ bookmark }: { bookmark: PreviewPlace['bookmark'] }) {
  const t = useTranslations('Preview');
  const { mutate } = useMutation({
    ...bookmarkEditing.update(),
    meta: { failure: t('highlightFailed') },
  });
  const { uuid, highlighted } = bookmark;
  const label = t(highlighted ? 'unhighlight' : 'highlight');
  return (
    <Button
      size="icon"
      aria-label={label}
      title={label}
      aria-pressed={highlighted}
      className={highlighted ? 'border-primary/40 bg-accent text-primary' : undefined}
      onClick={() => mutate({ params: { uuid }, body: { highlighted: !highlighted }, bookmark })}
    >
      <Icon name="i-highlighter" />
    </Button>
  );
}
