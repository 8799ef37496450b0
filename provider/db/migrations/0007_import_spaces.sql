ALTER TABLE "imports" ADD COLUMN "leader_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "space_name" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "creates_space" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_leader_fkey" FOREIGN KEY ("account_id","leader_id") REFERENCES "public"."imports"("account_id","id") ON DELETE cascade ON UPDATE no action;