DROP INDEX "bookmarks_reindex_idx";--> statement-breakpoint
CREATE INDEX "bookmarks_reindex_idx" ON "bookmarks" USING btree ("space_id","id") WHERE index_version < 2 and not encrypted;