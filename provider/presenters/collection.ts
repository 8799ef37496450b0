import type { Collection, CollectionSummary } from '@/lib/contract/schemas/collection';
import type { ProviderConfig } from '@/provider/deps';
import type { CollectionRecord } from '@/provider/services/collections/collection-record';
import { isoTime } from '@/provider/services/listing/iso-time';

/** Where anybody reads a collection while it is public. */
export const shareUrlOf = ({ id, slug }: Pick<CollectionRecord, 'id' | 'slug'>, appUrl: string): string =>
  `${appUrl}/public/${id}/${encodeURIComponent(slug)}`;

/** A collection as its owner sees it. */
export const presentCollection = (
  record: CollectionRecord,
  { appUrl }: Pick<ProviderConfig, 'appUrl'>,
): Collection => ({
  uuid: record.id,
  name: record.name,
  description: record.description,
  color: record.color,
  security: record.security,
  isDefault: record.isDefault,
  shareUrl: record.security === 1 ? shareUrlOf(record, appUrl) : null,
  listed: record.listed,
  slug: record.slug,
  smart: record.smart,
  count: record.bookmarkCount,
  createdAt: isoTime(record.createdAt),
  updatedAt: isoTime(record.updatedAt),
});

/** A collection in short, for menus and results. */
export const presentCollectionSummary = (record: CollectionRecord): CollectionSummary => ({
  uuid: record.id,
  name: record.name,
  color: record.color,
  security: record.security,
  count: record.bookmarkCount,
  isDefault: record.isDefault,
  smart: record.smart !== null,
});
