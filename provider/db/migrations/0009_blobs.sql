CREATE TABLE "blob_references" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" text collate "C" NOT NULL,
	"size" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blob_references_pkey" PRIMARY KEY("account_id","bookmark_id","name")
);
--> statement-breakpoint
CREATE TABLE "blob_releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hash" text collate "C" NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blob_usage" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blobs" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"content_type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blobs_hash_check" CHECK (hash ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "blob_references" ADD CONSTRAINT "blob_references_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blob_references" ADD CONSTRAINT "blob_references_hash_blobs_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."blobs"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blob_usage" ADD CONSTRAINT "blob_usage_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blob_references_hash_idx" ON "blob_references" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "blob_releases_due_idx" ON "blob_releases" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "blob_releases_hash_idx" ON "blob_releases" USING btree ("hash","due_at");