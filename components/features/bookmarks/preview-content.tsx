'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { MarkdownText } from '@/components/entities/markdown-text';
import { useRowDates } from '@/components/common/row-dates';
import { bookmarkAddress, bookmarkTitle, isLocked, maskedText } from '@/components/entities/bookmark-text';
import { CollectionChip, collectionName } from '@/components/entities/collection-chip';
import { Cover } from '@/components/entities/cover';
import { rememberReadingList } from '@/components/entities/reading-list';
import { tagHref, tagSearchHref } from '@/components/entities/tag-href';
import { useDecrypted } from '@/components/entities/use-decrypted';
import { openVaultDialog, type VaultRequest } from '@/components/entities/vault-store';
import { PreviewTitle } from '@/components/features/bookmarks/preview-frame';
import { ReaderText } from '@/components/features/bookmarks/reader-text';
import { SavedCopies } from '@/components/features/bookmarks/saved-copies';
import type { ListContext } from '@/components/features/bookmarks/selection';
import { editBookmark } from '@/components/entities/editor-store';
import { type PreviewPlace, unlisted } from '@/components/features/bookmarks/use-preview';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { collectionQueries } from '@/lib/api/collections';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { parseTags } from '@/lib/domain/tags';
import { decryptedRow } from '@/lib/vault/decrypted';

/** Replaces the page text of an encrypted bookmark, with a link to enter the key. */
function PreviewSecret({ bookmark, ask }: { bookmark: Bookmark; ask: typeof openVaultDialog }) {
  const t = useTranslations('Preview');
  const locked = isLocked(bookmark);
  return (
    <div className="rounded-lg bg-muted p-4">
      <h3 className="flex items-center gap-2 font-medium">
        <Icon name={locked ? 'i-lock' : 'i-lock-open'} className="text-primary" />
        {t(locked ? 'lockedTitle' : 'unlockedTitle')}
      </h3>
      <p className="mt-1 mb-3 text-pretty text-muted-foreground">
        {t(locked ? 'lockedText' : 'unlockedText')}
      </p>
      {locked && bookmark.hint ? (
        <p dir="auto" className="mb-3 text-second wrap-anywhere">
          {t('hint')} {bookmark.hint}
        </p>
      ) : null}
      <span className="flex flex-wrap gap-2">
        {locked ? (
          <Button variant="primary" onClick={() => ask({ kind: 'unlock', bookmark })}>
            {t('unlock')}
          </Button>
        ) : null}
        <Button onClick={() => ask({ kind: 'stored', bookmark })}>{t('stored')}</Button>
      </span>
    </div>
  );
}

interface PreviewContentProps {
  at: PreviewPlace;
  context: ListContext;
  onStep: (by: 1 | -1) => void;
  canStep: { readonly back: boolean; readonly on: boolean };
  /** Whether the panel is beside the list and has its own close button. */
  isWide: boolean;
  onClose: () => void;
}

/** Content of the panel, independent of its container. */
export function PreviewContent(props: PreviewContentProps) {
  const t = useTranslations('Preview');
  const { at, context, isWide, onClose } = props;
  useDecrypted();
  const bookmark = decryptedRow(at.bookmark);
  const ask = (request: VaultRequest) => {
    // Two modal layers would conflict; the sheet opens again with the decrypted bookmark.
    if (!isWide) onClose();
    const comesBack = !isWide && request.kind === 'unlock';
    openVaultDialog(comesBack ? { ...request, then: () => context.onPreview(at) } : request);
  };
  const title = isLocked(bookmark) ? t('encrypted') : bookmarkTitle(bookmark);
  return (
    <article className="@container">
      <p role="status" className="sr-only">
        {at.place === unlisted
          ? title
          : t('place', { title, place: at.place + 1, total: context.list.total ?? 0 })}
      </p>
      <PreviewBar {...props} bookmark={bookmark} />
      {bookmark.cover && !bookmark.encrypted ? (
        <Cover bookmark={bookmark} sizes="400px" isDetailed className="mb-4 h-44 rounded-lg" />
      ) : null}
      <PreviewTitle isWide={isWide}>{title}</PreviewTitle>
      <Address bookmark={bookmark} />
      <PreviewFacts bookmark={bookmark} elsewhere={placeElsewhere(context, at)} />
      {bookmark.encrypted ? (
        <PreviewSecret bookmark={bookmark} ask={ask} />
      ) : (
        <>
          <ReaderLink at={at} list={context.list} />
          <ReaderText
            key={bookmark.uuid}
            bookmark={bookmark}
            onVisit={() => context.actions.visit(bookmark)}
          />
          <SavedCopies key={`copies ${bookmark.uuid}`} bookmark={bookmark} />
        </>
      )}
    </article>
  );
}

/** Opens the page in the reader, which leads on to the neighbors in this list. */
function ReaderLink({ at: { bookmark, place }, list }: { at: PreviewPlace; list: ListContext['list'] }) {
  const t = useTranslations('Preview');
  const product = useTranslations('Common')('product');
  if (!isLiveUrl(bookmark.url)) return null;
  const remember = () => {
    const { pathname, search } = window.location;
    const places = Array.from(list.rows, ([at, { uuid }]) => [at, uuid] as const);
    const title = document.title.replace(` · ${product}`, '');
    rememberReadingList({ href: pathname + search, title, total: list.total ?? 0, places }, place);
  };
  return (
    <AppLink
      href={`/read/${bookmark.uuid}` as Route}
      prefetch={false}
      className={buttonVariants({ className: 'mb-4' })}
      onClick={remember}
    >
      <Icon name="i-book-open" />
      {t('read')}
    </AppLink>
  );
}

function Address({ bookmark }: { bookmark: Bookmark }) {
  const { host, path } = bookmarkAddress(bookmark);
  if (isLocked(bookmark)) {
    return (
      <p aria-hidden="true" className="mt-1 text-second tracking-[0.12em] text-faint">
        {maskedText(bookmark.uuid).url}
      </p>
    );
  }
  return (
    <p className="mt-1 text-second wrap-anywhere text-muted-foreground">
      {host}
      <span className="text-faint">{path}</span>
    </p>
  );
}

/** Actions on the bookmark; stays visible while its text is scrolled. */
function PreviewBar({
  bookmark,
  context,
  onStep,
  canStep,
  isWide,
  onClose,
}: PreviewContentProps & { bookmark: Bookmark }) {
  const t = useTranslations('Preview');
  const { actions, isTrash } = context;
  const live = isLiveUrl(bookmark.url) ? bookmark.url : null;
  const edit = () => {
    // Two modal layers would conflict.
    if (!isWide) onClose();
    editBookmark(bookmark);
  };
  return (
    <div className="sticky top-0 z-1 -mx-1 flex items-center gap-1 bg-card px-1 py-3 max-md:pt-2 max-md:pr-11 md:pt-5 @min-[21rem]:gap-1.5">
      {live === null ? null : (
        <a
          href={live}
          target="_blank"
          rel="noopener noreferrer"
          draggable={!bookmark.encrypted}
          title={t('open')}
          className={buttonVariants({})}
          onClick={() => actions.visit(bookmark)}
        >
          <Icon name="i-external-link" />
          <span className="sr-only @min-[21rem]:not-sr-only">{t('open')}</span>
        </a>
      )}
      {isTrash ? null : (
        <>
          <Button
            size="icon"
            title={t('edit')}
            className="@min-[26rem]:w-auto @min-[26rem]:px-3"
            onClick={edit}
          >
            <Icon name="i-pencil" />
            <span className="sr-only @min-[26rem]:not-sr-only">{t('edit')}</span>
          </Button>
          <MarkButtons bookmark={bookmark} actions={actions} />
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

/** At the end of the list it is disabled without losing the focus. */
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

/** Marks the bookmark as highlighted, and to be read later or as read. */
function MarkButtons({ bookmark, actions }: Pick<ListContext, 'actions'> & { bookmark: Bookmark }) {
  const t = useTranslations('Preview');
  const { highlighted, later } = bookmark;
  const highlight = t(highlighted ? 'unhighlight' : 'highlight');
  const read = t(later ? 'markRead' : 'readLater');
  return (
    <>
      <Button
        size="icon"
        aria-label={highlight}
        title={highlight}
        aria-pressed={highlighted}
        className={highlighted ? 'border-primary/40 bg-accent text-primary' : undefined}
        onClick={() => actions.setMark(bookmark, 'highlighted', !highlighted)}
      >
        <Icon name="i-highlighter" />
      </Button>
      <Button
        size="icon"
        aria-label={read}
        title={read}
        onClick={() => (later ? actions.setRead(bookmark, true) : actions.setMark(bookmark, 'later', true))}
      >
        <Icon name={later ? 'i-check' : 'i-clock'} />
      </Button>
    </>
  );
}

/** What differs for a bookmark that was found in another space. */
interface Elsewhere {
  readonly defaultCollection: string | null | undefined;
}

function placeElsewhere({ look }: ListContext, { bookmark }: PreviewPlace): Elsewhere | undefined {
  const row = look?.(bookmark);
  return row?.space === undefined ? undefined : { defaultCollection: row.hiddenCollection };
}

interface PreviewFactsProps {
  bookmark: Bookmark;
  elsewhere?: Elsewhere | undefined;
}

/** Facts about a bookmark, below its address. */
export function PreviewFacts({ bookmark, elsewhere }: PreviewFactsProps) {
  const t = useTranslations('Preview');
  const dates = useRowDates();
  const { visits, lastAccessedAt, createdAt, description, notes } = bookmark;
  const tags = parseTags(bookmark.tags);
  return (
    <div className="my-4 border-y py-3">
      {bookmark.broken ? (
        <p className="mb-3 flex items-start gap-2 text-second text-warning">
          <Icon name="i-unlink" className="mt-0.5 size-3.5" />
          {t('broken')}
        </p>
      ) : null}
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        <Fact name={t('collections')}>
          <Chips collections={bookmark.collections} elsewhere={elsewhere} />
        </Fact>
        {tags.length === 0 ? null : (
          <Fact name={t('tags')}>
            {tags.map((tag, index) => (
              <Fragment key={tag}>
                {index === 0 ? null : ', '}
                {bookmark.encrypted ? (
                  // The URL of its list would reveal it.
                  tag
                ) : (
                  <AppLink
                    // The list of a tag has the bookmarks of the current space only.
                    href={elsewhere ? tagSearchHref(tag) : tagHref(tag)}
                    prefetch={false}
                    dir="auto"
                    className="wrap-anywhere hover:underline"
                  >
                    {tag}
                  </AppLink>
                )}
              </Fragment>
            ))}
          </Fact>
        )}
        <Fact name={t('saved')}>
          <time dateTime={createdAt} title={dates.full(createdAt)}>
            {dates.day(createdAt)}
          </time>
        </Fact>
        <Fact name={t('visited')}>
          {t('visits', {
            count: lastAccessedAt === null ? 0 : visits,
            date: lastAccessedAt === null ? '' : dates.day(lastAccessedAt),
          })}
        </Fact>
      </dl>
      {description ? (
        <p dir="auto" className="mt-3 text-body text-pretty wrap-anywhere whitespace-pre-line">
          <span className="sr-only">{t('description')}: </span>
          {description}
        </p>
      ) : null}
      {notes ? (
        <section className="mt-3">
          <h3 className="mb-1 text-second text-muted-foreground">{t('notes')}</h3>
          <MarkdownText text={notes} />
        </section>
      ) : null}
    </div>
  );
}

function Chips({
  collections,
  elsewhere,
}: Pick<Bookmark, 'collections'> & Pick<PreviewFactsProps, 'elsewhere'>) {
  const t = useTranslations('Preview');
  const { data: ownDefault } = useQuery(collectionQueries.defaultUuid());
  const defaultCollection = elsewhere ? elsewhere.defaultCollection : ownDefault;
  return (
    <span className="flex flex-wrap gap-1">
      {collections.map(({ uuid, name, color, icon }) => {
        const isDefault = uuid === defaultCollection;
        return (
          <CollectionChip
            key={uuid}
            name={collectionName({ name, isDefault }, t('uncategorized'))}
            color={isDefault ? null : color}
            icon={icon}
            href={`/collections/${uuid}` as Route}
            className="touch:h-7 touch:leading-7"
          />
        );
      })}
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-small text-muted-foreground">{name}</dt>
      <dd className="min-w-0 text-small font-medium">{children}</dd>
    </>
  );
}
