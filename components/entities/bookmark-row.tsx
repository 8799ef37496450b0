import { useTranslations } from 'next-intl';
import { memo, useMemo, type ComponentProps, type CSSProperties, type ReactNode } from 'react';
import { eachMark, markNames, marks } from '@/components/entities/bookmark-marks';
import { bookmarkAddress, bookmarkTitle, isLocked, maskedText } from '@/components/entities/bookmark-text';
import { ChipContent, chipProps, SpaceName } from '@/components/entities/collection-chip';
import { Favicon, LockTile } from '@/components/entities/favicon';
import { ButtonBase } from '@/components/ui/button-base';
import type { FlagName } from '@/lib/bookmark/fields';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { isLiveUrl } from '@/lib/domain/live-url';
import { cn } from '@/lib/utils/cn';

/** Height of a row in rem, as row.css sets it; for the virtual list. */
export const bookmarkRowRem = { desktop: 3.5, touch: 4 } as const;
/** The same of a heading. */
export const groupHeadingRem = 2.125;

/** Translated texts of a row, shared by the whole list. */
export interface BookmarkRowLabels extends Readonly<Record<FlagName, string>> {
  encrypted: string;
  read: string;
  broken: string;
  /** Name of a row whose title is hidden. */
  encryptedTitle: string;
  /** Prefix of the hint of an encrypted bookmark. */
  hint: string;
  /** Prefix of the label of a row's checkbox. */
  select: string;
  /** Prefix of the label of a row's handle. */
  move: string;
}

export function useRowLabels(): BookmarkRowLabels {
  const t = useTranslations('Bookmarks');
  return useMemo(
    () => ({
      ...eachMark((name) => t(name)),
      encrypted: t('encrypted'),
      read: t('read'),
      broken: t('broken'),
      encryptedTitle: t('encryptedTitle'),
      hint: t('hint'),
      select: t('select'),
      move: t('move'),
    }),
    [t],
  );
}

/** Handlers of the events in a row. They are the same object for all rows, so that these stay memoized. */
export type RowHandlers = Pick<
  ComponentProps<'div'>,
  | 'onClickCapture'
  | 'onKeyDown'
  | 'onPointerDown'
  | 'onPointerUp'
  | 'onPointerCancel'
  | 'onContextMenu'
  | 'onDragStart'
  | 'onDragEnd'
>;

export interface BookmarkRowProps {
  bookmark: Bookmark;
  labels: BookmarkRowLabels;
  handlers?: RowHandlers | undefined;
  /** Formatted by `createRowDates().short`; the row creates no formatter. */
  date: string;
  /** Machine-readable date, if it is not the creation date. */
  dateTime?: string | undefined;
  /** Index in the virtual list. */
  index?: number | undefined;
  /** Collection whose chip is not shown: the default one, or the current one. */
  hiddenCollection?: string | null | undefined;
  /** Replaces the icon of the site. */
  tile?: ReactNode;
  /** Further lines below the address. */
  lines?: ReactNode;
  /** Shows its tags beside the address. */
  showTags?: boolean | undefined;
  /** Name of its space, if it is not the current one. */
  space?: string | undefined;
  selected?: boolean | undefined;
  /** Whether it is open in the preview. */
  current?: boolean | undefined;
  /** Whether a checkbox covers the icon. */
  selectable?: boolean | undefined;
  /** Whether the row can be dragged, for example to a collection. */
  draggable?: boolean | undefined;
  /** Whether the row has a handle for manual order; handled by the list. */
  sortable?: boolean | undefined;
  /** Last of its group: no hairline below. */
  last?: boolean | undefined;
  /** Actions, mounted by the list for the hovered or focused row (see `useActiveRow`). */
  actions?: ReactNode;
  /** A permanent button at the end of the row, for touch devices without hover. */
  menu?: ReactNode;
  /** The title with search matches marked. */
  title?: ReactNode;
  /** Replaces the address: with search matches marked, or the reason for the hit. */
  address?: ReactNode;
  /** Called when the link is followed in any way. */
  onVisit?: ((bookmark: Bookmark) => void) | undefined;
  /** Called when a row without a link is pressed: a locked bookmark, or a url that must not be opened. */
  onActivate?: ((bookmark: Bookmark) => void) | undefined;
}

const shownChips = 2;

/**
 * A bookmark in a list: about ten elements, no hooks, and nothing per row that the list could share. Its internal links
 * are plain anchors; `useSoftLinks` on the list turns them into client-side navigation.
 */
export const BookmarkRow = memo(function BookmarkRow(props: BookmarkRowProps) {
  const { bookmark, labels, date, index, selected, current } = props;
  const { selectable, draggable, sortable, last, actions, menu } = props;
  return (
    <div
      {...props.handlers}
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
      <Chips {...props} />
      <Marks bookmark={bookmark} labels={labels} />
      <time className="row-date" dateTime={props.dateTime ?? bookmark.createdAt}>
        {date}
      </time>
      {menu ? <div className="row-menu">{menu}</div> : null}
    </div>
  );
});

/** Its space, whether it is encrypted, and its collections. */
export function Chips({
  bookmark,
  labels,
  space,
  hiddenCollection,
  most = shownChips,
}: BookmarkRowProps & { most?: number }) {
  const chips = bookmark.collections.filter((collection) => collection.uuid !== hiddenCollection);
  return (
    <>
      <SpaceName name={space} />
      {bookmark.encrypted ? <span className="chip chip-encrypted">{labels.encrypted}</span> : null}
      {chips.slice(0, most).map((collection) => (
        <a key={collection.uuid} {...chipProps(collection)} href={`/collections/${collection.uuid}`}>
          <ChipContent {...collection} />
        </a>
      ))}
      {chips.length > most ? <span className="chip chip-more">+{chips.length - most}</span> : null}
    </>
  );
}

/** The star is the last one. */
const rowMarks = markNames.toReversed();

/** Icons of a bookmark's states, with text alternatives. */
export function Marks({ bookmark, labels }: Pick<BookmarkRowProps, 'bookmark' | 'labels'>) {
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
      {bookmark.readAt === null ? null : (
        <span role="img" aria-label={labels.read} title={labels.read} className="icon i-check text-faint" />
      )}
      {rowMarks.map((name) =>
        bookmark[name] ? (
          <span
            key={name}
            role="img"
            aria-label={labels[name]}
            title={labels[name]}
            className={marks[name].rowClass}
          />
        ) : null,
      )}
    </>
  );
}

/** The checkbox and the handle of a row. */
export function Controls({ bookmark, labels, selected, selectable, sortable }: BookmarkRowProps) {
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

/** The title, which opens the bookmark. */
export function Title({ bookmark, title, onVisit, onActivate }: BookmarkRowProps) {
  const text = title ?? bookmarkTitle(bookmark);
  const visit = onVisit && (() => onVisit(bookmark));
  if (isLiveUrl(bookmark.url) && bookmark.url) {
    return (
      <a
        dir="auto"
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
    );
  }
  return onActivate ? (
    <ButtonBase dir="auto" className="row-title" data-focus="" onClick={() => onActivate(bookmark)}>
      {text}
    </ButtonBase>
  ) : (
    <span dir="auto" className="row-title">
      {text}
    </span>
  );
}

function PlainText(props: BookmarkRowProps) {
  const { bookmark, address, showTags, tile, lines } = props;
  const { host, path } = bookmarkAddress(bookmark);
  return (
    <>
      {tile ?? <Favicon host={bookmark.domain} url={iconUrl(bookmark)} />}
      <div className="row-text">
        <Title {...props} />
        <Tags tags={showTags ? bookmark.tags : ''}>
          <span className="row-address">
            {address ?? (
              <>
                {host}
                {path ? <span className="row-path">{path}</span> : null}
              </>
            )}
          </span>
        </Tags>
        {lines}
      </div>
    </>
  );
}

/** The url whose icon may be requested. To ask for the icon of an encrypted bookmark would name its site. */
export const iconUrl = ({ url, encrypted }: Bookmark): string | null =>
  isLiveUrl(url) && !encrypted ? url : null;

/** The address, with the tags after it. They are no links: in a row they would be too small to be hit. */
function Tags({ tags, children }: { tags: string; children: ReactNode }) {
  if (tags === '') return children;
  return (
    <span className="row-line">
      {children}
      <span className="row-tags" dir="auto">
        {tags
          .split(',')
          .map((tag) => `#${tag}`)
          .join(' ')}
      </span>
    </span>
  );
}

function EncryptedText(props: BookmarkRowProps) {
  const { bookmark, labels } = props;
  const hint = bookmark.hint ? `${labels.hint} ${bookmark.hint}` : null;
  return (
    <>
      <LockTile />
      <div className="row-text">
        <MaskedTitle {...props} />
        <span className="row-address row-masked" aria-hidden="true">
          {maskedText(bookmark.uuid).url}
        </span>
        {hint ? (
          <span dir="auto" className="row-hint" aria-hidden="true">
            {hint}
          </span>
        ) : null}
      </div>
    </>
  );
}

interface GroupHeadingProps {
  index: number;
  group: string;
  text: string;
  /** Position among cards. */
  style?: CSSProperties | undefined;
}

/** Heading of a group inside a list of rows; the stylesheet draws a line beside that of the closest matches. */
export function GroupHeading({ index, group, text, style }: GroupHeadingProps) {
  return (
    <div role="listitem" className="row-group" style={style} data-group={group} data-index={index}>
      <h2>{text}</h2>
    </div>
  );
}

/** The title of a locked bookmark, which asks for its key. */
export function MaskedTitle({ bookmark, labels, onActivate }: BookmarkRowProps) {
  return (
    <ButtonBase
      className="row-title row-masked"
      data-focus=""
      aria-label={
        bookmark.hint ? `${labels.encryptedTitle}. ${labels.hint} ${bookmark.hint}` : labels.encryptedTitle
      }
      onClick={() => onActivate?.(bookmark)}
    >
      {maskedText(bookmark.uuid).title}
    </ButtonBase>
  );
}
