CREATE TYPE "public"."event_type" AS ENUM('changed', 'moved', 'created', 'deleted', 'reset');--> statement-breakpoint
CREATE TABLE "event_streams" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"generation" uuid DEFAULT gen_random_uuid() NOT NULL,
	"last_number" bigint DEFAULT 0 NOT NULL,
	"expired_through" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"account_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"resource_id" uuid NOT NULL,
	"type" "event_type" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"credential_id" uuid,
	CONSTRAINT "events_pkey" PRIMARY KEY("account_id","number","resource_id")
);
--> statement-breakpoint
ALTER TABLE "event_streams" ADD CONSTRAINT "event_streams_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_at_idx" ON "events" USING brin ("at");