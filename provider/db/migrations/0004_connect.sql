CREATE TABLE "connect_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"client" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"challenge" text NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"audience" text NOT NULL,
	"fetches_pages" boolean NOT NULL,
	"token_expires_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"token_id" uuid,
	CONSTRAINT "connect_codes_scope_check" CHECK (scope in ('read', 'write')),
	CONSTRAINT "connect_codes_audience_check" CHECK (audience in ('api', 'mcp'))
);
--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD COLUMN "client" text;--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD COLUMN "audience" text DEFAULT 'api' NOT NULL;--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD COLUMN "fetches_pages" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "connect_codes" ADD CONSTRAINT "connect_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connect_codes_expiry_idx" ON "connect_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "connect_codes_account_idx" ON "connect_codes" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD CONSTRAINT "personal_tokens_audience_check" CHECK (audience in ('api', 'mcp'));