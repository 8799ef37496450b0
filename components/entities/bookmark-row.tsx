import { memo, type CSSProperties, type ReactNode } from 'react';
import { bookmarkAddress, bookmarkTitle, isLocked, maskedText } from '@/components/entities/bookmark-text';
import { SpaceName } from '@/components/entities/collection-chip';
import { Favicon, LockTile } from '@/components/entities/favicon';
import { ButtonBase } from '@/components/ui/button-base';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { cn } from '@/lib/utils/cn';

/** Height of a row in rem, as row.css sets it; for the virtual list. */
export const bookmarkRowRem = { desktop: 3.5, touch: 4 } as const;

/** Words of a row, made once for the whole list. */
export interface BookmarkRowLabels {
  favorite: string;
  encrypted: string;
  highlighted: string;
  broken: string;
  /** Name of a row whose title is hidden. */
  encryptedTitle: string;
  /** Before the hint of an encrypted bookmark. */
  hint: string;
  /** Before the name of what the box of a row selects. */
  select: string;
  /** Before the name of what the handle of a row moves. */
  move: string;
}

export interface BookmarkRowProps {
  bookmark: Bookmark;
  labels: BookmarkRowLabels;
  /** As `createRowDates().short` writes it: the row itself makes no formatter. */
  date: string;
  /** The same for machines, where it is not the date of creation. */
  dateTime?: string | undefined;
  /** Place in the virtual list. */
  index?: number | undefined;
  /** The collection that says nothing by being shown: the default one, or the one being looked at. */
  hiddenCollection?: string | null | undefined;
  /** Name of its space, where that is another one than the current. */
  space?: string | undefined;
  selected?: boolean | undefined;
  /** It is shown beside the list. */
  current?: boolean | undefined;
  /** A box stands over the icon that selects the row; the list listens for it. */
  selectable?: boolean | undefined;
  /** The whole row can be dragged, for instance to a collection; the list listens for it. */
  draggable?: boolean | undefined;
  /** A handle stands before the row that puts it elsewhere; the list listens for it. */
  sortable?: boolean | undefined;
  /** Last of its group: no hairline below. */
  last?: boolean | undefined;
  /** Mounted by the list for the row that is hovered or holds the focus (see `useActiveRow`). */
  actions?: ReactNode;
  /** A button at the end of the row, always there: for touch, where nothing is hovered. */
  menu?: ReactNode;
  /** The title with the words that were searched for marked. */
  title?: ReactNode;
  /** What stands in the place of the address: with words marked, or with why it was found. */
  address?: ReactNode;
  /** The link was followed, in whatever way. */
  onVisit?: ((bookmark: Bookmark) => void) | undefined;
  /** A row that is no link was pressed: a locked bookmark, or a url that must not be opened. */
  onActivate?: ((bookmark: Bookmark) => void) | undefined;
}

const shownChips = 2;

/**
 * One bookmark in a list: about ten elements, no hooks, nothing made per row that the list could share. Its links into
 * the product are plain anchors; `useSoftLinks` on the list handles them without a full page load.
 */
export const BookmarkRow = memo(function BookmarkRow(props: BookmarkRowProps) {
  const { bookmark, labels, date, index, hiddenCollection, selected, current } = props;
  const { selectable, draggable, sortable, last, actions, menu } = props;
  const chips = bookmark.collections.filter((collection) => collection.uuid !== hiddenCollection);
  return (
    <div
      role="listitem"
      className={cn(
        'row',
        (selected || current) && 'row-selected',
        last && 'after:opacity-0',
        actions && 'row-active',
      )}
      data-row={bookmark.uuid}
      data-index={index}
      draggable={draggable}
      aria-current={current ? 'true' : undefined}
      data-sort-key={sortable ? bookmark.uuid : undefined}
    >
      {isLocked(bookmark) ? <EncryptedText {...props} /> : <PlainText {...props} />}
      {selectable || sortable ? <Controls {...props} /> : null}
      {actions ? <div className="row-actions">{actions}</div> : null}
      <SpaceName name={props.space} />
      {bookmark.encrypted ? <span className="chip chip-encrypted">{labels.encrypted}</span> : null}
      {chips.slice(0, shownChips).map(({ uuid, name, color }) => (
        <a
          key={uuid}
          className="chip"
          style={{ '--dot': `#${color}` } as CSSProperties}
          href={`/collections/${uuid}`}
        >
          {name}
        </a>
      ))}
      {chips.length > shownChips ? (
        <span className="chip chip-more">+{chips.length - shownChips}</span>
      ) : null}
      <Marks bookmark={bookmark} labels={labels} />
      <time className="row-date" dateTime={props.dateTime ?? bookmark.createdAt}>
        {date}
      </time>
      {menu ? <div className="row-menu">{menu}</div> : null}
    </div>
  );
});

/** What is said of a bookmark by a sign: each has its words. */
function Marks({ bookmark, labels }: Pick<BookmarkRowProps, 'bookmark' | 'labels'>) {
  return (
    <>
      {bookmark.broken ? (
        <span
          role="img"
          aria-label={labels.broken}
          title={labels.broken}
          className="icon i-unlink text-warning"
        />
      ) : null}
      {bookmark.favorite ? (
        <span role="img" aria-label={labels.favorite} className="icon i-solid-star text-primary" />
      ) : null}
      {bookmark.highlighted ? <span role="img" aria-label={labels.highlighted} className="row-mark" /> : null}
    </>
  );
}

/** What selects the row, and what moves it. */
function Controls({ bookmark, labels, selected, selectable, sortable }: BookmarkRowProps) {
  const name = isLocked(bookmark) ? labels.encryptedTitle : bookmarkTitle(bookmark);
  return (
    <>
      {selectable ? (
        <ButtonBase
          role="checkbox"
          aria-checked={selected === true}
          aria-label={`${labels.select} ${name}`}
          className="row-box"
        />
      ) : null}
      {sortable ? (
        <ButtonBase
          data-sort-handle=""
          aria-label={`${labels.move} ${name}`}
          aria-describedby="sort-hint"
          className="row-handle"
        />
      ) : null}
    </>
  );
}

function PlainText({ bookmark, title, address, onVisit, onActivate }: BookmarkRowProps) {
  const { host, path } = bookmarkAddress(bookmark);
  const live = isLiveUrl(bookmark.url);
  const text = title ?? bookmarkTitle(bookmark);
  const visit = onVisit && (() => onVisit(bookmark));
  return (
    <>
      {/* To ask for the icon of an encrypted one would name its site. */}
      <Favicon host={bookmark.domain} url={live && !bookmark.encrypted ? bookmark.url : null} />
      <div className="row-text">
        {live && bookmark.url ? (
          <a
            className="row-title"
            data-focus=""
            href={bookmark.url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={visit}
            onAuxClick={visit}
          >
            {text}
          </a>
        ) : (
          <ButtonBase className="row-title" data-focus="" onClick={() => onActivate?.(bookmark)}>
            {text}
          </ButtonBase>
        )}
        <span className="row-address">
          {address ?? (
            <>
              {host}
              {path ? <span className="row-path">{path}</span> : null}
            </>
          )}
        </span>
      </div>
    </>
  );
}

function EncryptedText({ bookmark, labels, onActivate }: BookmarkRowProps) {
  const masked = maskedText(bookmark.uuid);
  const hint = bookmark.hint ? `${labels.hint} ${bookmark.hint}` : null;
  return (
    <>
      <LockTile />
      <div className="row-text">
        <ButtonBase
          className="row-title row-masked"
          data-focus=""
          aria-label={hint ? `${labels.encryptedTitle}. ${hint}` : labels.encryptedTitle}
          onClick={() => onActivate?.(bookmark)}
        >
          {masked.title}
        </ButtonBase>
        <span className="row-address row-masked" aria-hidden="true">
          {masked.url}
        </span>
        {hint ? (
          <span className="row-hint" aria-hidden="true">
            {hint}
          </span>
        ) : null}
      </div>
    </>
  );
}
