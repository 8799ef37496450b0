ALTER TABLE "import_rows" ADD COLUMN "later" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD COLUMN "later" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "bookmarks_later_idx" ON "bookmarks" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE later and deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_read_idx" ON "bookmarks" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE read_at is not null and deleted_at is null;