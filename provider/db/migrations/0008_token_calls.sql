CREATE TABLE "token_calls" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"tool" text NOT NULL,
	"rows" integer NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "token_calls_pkey" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "token_calls" ADD CONSTRAINT "token_calls_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_calls" ADD CONSTRAINT "token_calls_token_id_personal_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."personal_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "token_calls_token_idx" ON "token_calls" USING btree ("token_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "token_calls_created_idx" ON "token_calls" USING btree ("created_at");