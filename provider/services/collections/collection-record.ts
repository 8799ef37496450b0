/** A collection as every read of one answers it. Times are texts in UTC. */
export interface CollectionRecord {
  id: string;
  spaceId: string;
  name: string;
  description: string;
  color: string;
  security: 0 | 1;
  /** Search engines may list it. */
  listed: boolean;
  isDefault: boolean;
  slug: string;
  smart: { query: string } | null;
  /** Of a smart one, as it was last counted: see `countSmart`. */
  bookmarkCount: number;
  /** When a smart one was counted, and when its space changed last, by revision; null of any other. */
  countedAt: string | null;
  revision: string | null;
  /** The day and place of the reader for whom it was counted, where that matters. */
  countedFor: string | null;
  orderKey: string;
  createdAt: string;
  updatedAt: string;
}

/** The select list of a record over `collections c`. */
export const collectionColumns = `
  c.id, c.space_id as "spaceId", c.name, c.description, c.color, c.security, c.listed, c.is_default as "isDefault", c.slug,
  c.smart, case when c.smart is null then c.bookmark_count else c.smart_count end as "bookmarkCount",
  c.smart_revision as "countedAt", c.smart_counted_for as "countedFor",
  case when c.smart is not null then (select s.revision from spaces s where s.id = c.space_id) end as "revision",
  c.order_key as "orderKey",
  (c.created_at at time zone 'UTC')::text as "createdAt", (c.updated_at at time zone 'UTC')::text as "updatedAt"`;
