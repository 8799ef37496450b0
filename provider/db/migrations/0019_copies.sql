CREATE TABLE "copies" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" text collate "C" NOT NULL,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"byline" text NOT NULL,
	"language" text,
	"text" text NOT NULL,
	"word_count" integer NOT NULL,
	"pictures" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"added" integer,
	"removed" integer,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "copies_pkey" PRIMARY KEY("account_id","id"),
	CONSTRAINT "copies_kind_check" CHECK (kind in ('reader', 'full'))
);
--> statement-breakpoint
CREATE TABLE "copy_fetches" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"host" text NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "copy_fetches_pkey" PRIMARY KEY("account_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "copy_progress" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"newest" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	CONSTRAINT "copy_progress_id_check" CHECK (id)
);
--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "keeps_copies" boolean;--> statement-breakpoint
CREATE UNIQUE INDEX "copies_hash_idx" ON "copies" USING btree ("account_id","bookmark_id","kind","hash");--> statement-breakpoint
CREATE INDEX "copy_fetches_due_idx" ON "copy_fetches" USING btree ("due_at","bookmark_id" DESC NULLS FIRST);