ALTER TABLE "highlights" ADD COLUMN "tags" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "highlights" drop column "stored_bytes";--> statement-breakpoint
ALTER TABLE "highlights" ADD COLUMN "stored_bytes" integer GENERATED ALWAYS AS (200 + octet_length(quote) + octet_length(prefix) + octet_length(suffix) + octet_length(note) + octet_length(tags)) STORED NOT NULL;
