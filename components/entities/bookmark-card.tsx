import type { CSSProperties } from 'react';
import {
  type BookmarkRowProps,
  Chips,
  Controls,
  iconUrl,
  Marks,
  MaskedTitle,
  Title,
} from '@/components/entities/bookmark-row';
import { bookmarkAddress, isLocked } from '@/components/entities/bookmark-text';
import { Cover } from '@/components/entities/cover';
import { Favicon } from '@/components/entities/favicon';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { ListPart } from '@/lib/contract/views';
import { cn } from '@/lib/utils/cn';

interface BookmarkCardProps extends BookmarkRowProps {
  /** Whether the pictures keep their proportions. */
  isMoodboard: boolean;
  parts: readonly ListPart[];
  /** Position and size; absent in the HTML of the server. */
  style: CSSProperties | undefined;
}

/** A bookmark as a card. The stylesheet gives each part the height that `card-height` computes with. */
export function BookmarkCard(props: BookmarkCardProps) {
  const { bookmark, labels, isMoodboard, parts, style, actions, menu } = props;
  const locked = isLocked(bookmark);
  const has = (part: ListPart) => parts.includes(part);
  return (
    <div
      {...props.handlers}
      role="listitem"
      className={cn(
        'card',
        isMoodboard && 'card-own',
        (props.selected || props.current) && 'card-selected',
        actions && 'card-active',
      )}
      style={style}
      data-row={bookmark.uuid}
      data-index={props.index}
      draggable={props.draggable}
      aria-current={props.current ? 'true' : undefined}
      data-sort-key={props.sortable ? bookmark.uuid : undefined}
    >
      {has('cover') ? (
        <Cover
          bookmark={bookmark}
          sizes={isMoodboard ? '220px' : '280px'}
          isDetailed={style !== undefined}
          className={isMoodboard && bookmark.cover && !bookmark.encrypted ? 'cover-own' : undefined}
        />
      ) : null}
      <div className="card-text">
        {locked ? <MaskedTitle {...props} /> : <Title {...props} />}
        {locked ? <Hint {...props} /> : <Address {...props} />}
        {has('description') ? <Line text={bookmark.description} lines={2} /> : null}
        {has('notes') ? <Line text={bookmark.notes} lines={1} /> : null}
        {isMoodboard && !hasFoot(parts) ? null : (
          <div className="card-foot">
            {has('collections') ? <Chips {...props} most={1} /> : null}
            {has('tags') && bookmark.tags ? (
              <span dir="auto" className="row-tags">
                {tagsOf(bookmark)}
              </span>
            ) : null}
            <span className="flex-1" />
            <Marks bookmark={bookmark} labels={labels} />
            {has('date') ? (
              <time className="row-date" dateTime={props.dateTime ?? bookmark.createdAt}>
                {props.date}
              </time>
            ) : null}
          </div>
        )}
      </div>
      {props.selectable || props.sortable ? <Controls {...props} /> : null}
      {actions ? <div className="card-actions">{actions}</div> : null}
      {menu ? <div className="card-actions">{menu}</div> : null}
    </div>
  );
}

/** Whether a card of the moodboard has a last line. */
export const hasFoot = (parts: readonly ListPart[]): boolean =>
  parts.some((part) => part === 'tags' || part === 'collections' || part === 'date');

function Address({ bookmark, address }: BookmarkCardProps) {
  return (
    <span className="row-address card-address">
      <Favicon host={bookmark.domain} url={iconUrl(bookmark)} className="tile-small" />
      <span className="min-w-0 truncate">{address ?? bookmarkAddress(bookmark).host}</span>
    </span>
  );
}

const Hint = ({ bookmark, labels }: BookmarkCardProps) =>
  bookmark.hint ? (
    <span dir="auto" aria-hidden="true" className="row-hint">
      {labels.hint} {bookmark.hint}
    </span>
  ) : null;

interface LineProps {
  text: string | null;
  lines: 1 | 2;
}

/** The beginning of a longer text. */
export const Line = ({ text, lines }: LineProps) =>
  text ? (
    <span dir="auto" className={lines === 1 ? 'card-line' : 'card-line card-lines'}>
      {text}
    </span>
  ) : null;

const tagsOf = ({ tags }: Bookmark): string =>
  tags
    .split(',')
    .map((tag) => `#${tag}`)
    .join(' ');
