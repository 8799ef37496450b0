import type {
  ListedCollections,
  PublicBookmark,
  PublicCollection,
  PublicCollectionPage,
} from '@/lib/contract/schemas/public';
import { isScriptUrl } from '@/lib/domain/live-url';
import type { ProviderConfig } from '@/provider/deps';
import { shareUrlOf } from '@/provider/presenters/collection';
import { isoTime } from '@/provider/services/listing/iso-time';
import type { PublicRecord } from '@/provider/services/public/find-public';
import type { ListedRecord } from '@/provider/services/public/list-listed';
import type { ShownRecord } from '@/provider/services/public/list-shown';

/** A public collection as anybody sees it; `count` is of all that it shows. */
export const presentPublic = (
  record: PublicRecord,
  count: number,
  { appUrl }: Pick<ProviderConfig, 'appUrl'>,
): PublicCollection => ({
  uuid: record.id,
  name: record.name,
  description: record.description,
  color: record.color,
  slug: record.slug,
  shareUrl: shareUrlOf(record, appUrl),
  listed: record.listed,
  count,
  createdAt: isoTime(record.createdAt),
  updatedAt: isoTime(record.updatedAt),
});

export const presentOwner = ({ ownerName }: PublicRecord): PublicCollectionPage['owner'] => ({
  name: ownerName,
});

/** A bookmark as anybody sees it. */
export const presentShown = ({ id, createdAt, ...shown }: ShownRecord): PublicBookmark => ({
  uuid: id,
  title: shown.title,
  url: isScriptUrl(shown.url) ? '' : shown.url,
  domain: shown.domain,
  path: shown.path,
  createdAt: isoTime(createdAt),
});

export const presentListed = ({
  id,
  slug,
  updatedAt,
}: ListedRecord): ListedCollections['content'][number] => ({
  uuid: id,
  slug,
  updatedAt: isoTime(updatedAt),
});
