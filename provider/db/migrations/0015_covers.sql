CREATE TABLE "cover_fetches" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"host" text NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cover_fetches_pkey" PRIMARY KEY("account_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "cover_progress" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"newest" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	CONSTRAINT "cover_progress_id_check" CHECK (id)
);
--> statement-breakpoint
CREATE TABLE "covers" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_url" text,
	"stored_at" timestamp with time zone NOT NULL,
	CONSTRAINT "covers_pkey" PRIMARY KEY("account_id","bookmark_id"),
	CONSTRAINT "covers_kind_check" CHECK (kind in ('automatic', 'chosen', 'uploaded', 'removed', 'none'))
);
--> statement-breakpoint
ALTER TABLE "bookmarks" DROP CONSTRAINT "bookmarks_encrypted_check";--> statement-breakpoint
ALTER TABLE "bookmarks" ADD COLUMN "cover" jsonb;--> statement-breakpoint
CREATE INDEX "cover_fetches_due_idx" ON "cover_fetches" USING btree ("due_at","bookmark_id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_encrypted_check" CHECK (not encrypted or (title is null and url is null and url_key is null and domain is null and path is null
    and description is null and notes is null and tags = '{}' and extra is null and cipher is not null
    and title_key = U&'\+10FFFF' and search is null and type is null and cover is null));