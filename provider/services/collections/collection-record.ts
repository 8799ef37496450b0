/** A collection as every read of one answers it. Times are texts in UTC. */
export interface CollectionRecord {
  id: string;
  spaceId: string;
  name: string;
  description: string;
  color: string;
  security: 0 | 1;
  isDefault: boolean;
  slug: string;
  smart: { query: string } | null;
  bookmarkCount: number;
  orderKey: string;
  createdAt: string;
  updatedAt: string;
}

/** The select list of a record over `collections c`. */
export const collectionColumns = `
  c.id, c.space_id as "spaceId", c.name, c.description, c.color, c.security, c.is_default as "isDefault", c.slug,
  c.smart, c.bookmark_count as "bookmarkCount", c.order_key as "orderKey",
  (c.created_at at time zone 'UTC')::text as "createdAt", (c.updated_at at time zone 'UTC')::text as "updatedAt"`;
