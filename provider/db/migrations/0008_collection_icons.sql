ALTER TABLE "collections" ADD COLUMN "icon" text;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;