CREATE TABLE "highlights" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"quote" text NOT NULL,
	"prefix" text DEFAULT '' NOT NULL,
	"suffix" text DEFAULT '' NOT NULL,
	"start_at" integer,
	"end_at" integer,
	"text_hash" text,
	"color" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"stored_bytes" integer GENERATED ALWAYS AS (200 + octet_length(quote) + octet_length(prefix) + octet_length(suffix) + octet_length(note)) STORED NOT NULL,
	CONSTRAINT "highlights_pkey" PRIMARY KEY("account_id","id"),
	CONSTRAINT "highlights_color_check" CHECK (color in ('yellow', 'green', 'blue', 'red')),
	CONSTRAINT "highlights_position_check" CHECK ((start_at is null) = (end_at is null) and start_at < end_at)
);
--> statement-breakpoint
CREATE INDEX "highlights_bookmark_idx" ON "highlights" USING btree ("account_id","bookmark_id");--> statement-breakpoint
CREATE INDEX "highlights_created_idx" ON "highlights" USING btree ("account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);