CREATE TABLE "embeddings" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"model" text NOT NULL,
	"vector" real[] NOT NULL,
	CONSTRAINT "embeddings_pkey" PRIMARY KEY("account_id","bookmark_id")
);
--> statement-breakpoint
CREATE INDEX "embeddings_space_idx" ON "embeddings" USING btree ("account_id","space_id","model","bookmark_id");