import { createRowDates } from '@/components/common/row-dates';
import { bookmarkAddress, bookmarkTitle } from '@/components/entities/bookmark-text';
import { initials } from '@/components/entities/initials';
import type { PublicBookmark, PublicCollectionPage } from '@/lib/contract/schemas/public';
import { letterTile } from '@/lib/domain/letter-tile';
import { isLiveUrl } from '@/lib/domain/live-url';
import { iconPath, type AskedView, type Shelf } from '@/lib/public-page/addresses';
import type { CollectionView, RowView } from '@/lib/public-page/views';
import type { Visit } from '@/app/public/visit';

type Dates = ReturnType<typeof createRowDates>;

/** What a visitor is shown of what the service answers. */
export function collectionView(
  { collection, owner, bookmarks, pagination }: PublicCollectionPage,
  asked: AskedView,
  { look, timeZone, now }: Pick<Visit, 'look' | 'timeZone' | 'now'>,
): CollectionView {
  const dates = createRowDates({ locale: look.locale, timeZone, now });
  const { updatedAt } = collection;
  return {
    shelf: collection,
    asked,
    name: collection.name,
    description: collection.description,
    owner: { name: owner.name, initials: initialsOf(owner.name) },
    listed: collection.listed,
    count: collection.count,
    updated: { iso: updatedAt, text: dates.day(updatedAt), title: dates.full(updatedAt) },
    rows: bookmarks.map((bookmark) => rowView(bookmark, collection, dates)),
    first: (asked.page - 1) * pagination.size + 1,
    total: pagination.total,
    pages: pagination.pages,
  };
}

/** A bookmark as a row. Only an address of the web becomes a link, whatever is kept. */
function rowView(bookmark: PublicBookmark, shelf: Shelf, dates: Dates): RowView {
  const isLive = isLiveUrl(bookmark.url);
  const { createdAt } = bookmark;
  return {
    title: bookmarkTitle(bookmark),
    href: isLive ? bookmark.url : null,
    ...bookmarkAddress(bookmark),
    tile: letterTile(bookmark.domain),
    icon: isLive && bookmark.domain !== '' ? iconPath(shelf, bookmark.domain) : null,
    date: { iso: createdAt, text: dates.short(createdAt), title: dates.full(createdAt) },
  };
}

/** Letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [firstName = ''] = words;
  return initials({ firstName, lastName: words.length > 1 ? (words.at(-1) ?? '') : '', email: '' });
}
