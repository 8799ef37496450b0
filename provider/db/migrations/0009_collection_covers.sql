ALTER TABLE "collections" ADD COLUMN "cover" jsonb;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "cover_bookmark_id" uuid;--> statement-breakpoint
CREATE INDEX "blob_references_collections_idx" ON "blob_references" USING btree ("account_id","bookmark_id") WHERE name in ('collection-320', 'collection-640');