ALTER TABLE "highlights" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "highlights" jsonb;