import type { RowDates } from '@/components/common/row-dates';
import { bookmarkAddress, bookmarkTitle } from '@/components/entities/bookmark-text';
import { Cover } from '@/components/entities/cover';
import { Favicon } from '@/components/entities/favicon';
import type { PublicBookmark, PublicCollection } from '@/lib/contract/public';
import { isLiveUrl } from '@/lib/domain/live-url';
import { publicCoverPath, publicIconPath } from '@/lib/domain/public-address';
import { cn } from '@/lib/utils/cn';

interface PublicCardsProps {
  label: string;
  collection: PublicCollection;
  bookmarks: readonly PublicBookmark[];
  dates: RowDates;
}

/** The bookmarks of a public page as cards or as a moodboard, in columns that need no script. */
export function PublicCards({ label, bookmarks, ...shared }: PublicCardsProps) {
  const isMoodboard = shared.collection.layout === 'moodboard';
  return (
    <ol aria-label={label} className={isMoodboard ? 'public-moodboard' : 'public-cards'}>
      {bookmarks.map((bookmark) => (
        <Card key={bookmark.uuid} {...{ ...shared, bookmark, isMoodboard }} />
      ))}
    </ol>
  );
}

interface CardProps extends Pick<PublicCardsProps, 'collection' | 'dates'> {
  bookmark: PublicBookmark;
  isMoodboard: boolean;
}

function Card({ bookmark, collection, dates, isMoodboard }: CardProps) {
  const { url, domain, createdAt, cover } = bookmark;
  const live = isLiveUrl(url);
  const title = bookmarkTitle(bookmark);
  return (
    <li className={cn('card', isMoodboard && 'card-own')}>
      {collection.parts.includes('cover') && (
        <Cover
          bookmark={{ ...bookmark, encrypted: false }}
          sizes="(width >= 48rem) 280px, 50vw"
          isDetailed={false}
          className={isMoodboard && cover ? 'cover-own' : undefined}
          source={({ version }, width) => publicCoverPath(collection, bookmark.uuid, version, width)}
        />
      )}
      <div className="card-text">
        {live ? (
          <a className="row-title" dir="auto" href={url} target="_blank" rel="noopener ugc">
            {title}
          </a>
        ) : (
          <span className="row-title" dir="auto">
            {title}
          </span>
        )}
        <span className="row-address card-address" dir="ltr">
          <Favicon
            host={domain}
            url={live && domain !== '' ? url : null}
            source={publicIconPath(collection, domain)}
            className="tile-small"
          />
          <span className="min-w-0 truncate">{bookmarkAddress(bookmark).host}</span>
        </span>
        {collection.parts.includes('date') && (
          <div className="card-foot">
            <time className="row-date" dateTime={createdAt} title={dates.full(createdAt)}>
              {dates.short(createdAt)}
            </time>
          </div>
        )}
      </div>
    </li>
  );
}
