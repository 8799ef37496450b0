ALTER TABLE "highlights" ADD COLUMN "search" "tsvector";--> statement-breakpoint
CREATE INDEX "highlights_search_idx" ON "highlights" USING gin ("account_id","search") WHERE search is not null;--> statement-breakpoint
CREATE INDEX "highlights_unread_idx" ON "highlights" USING btree ("account_id","id") WHERE search is null;