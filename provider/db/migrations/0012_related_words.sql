CREATE TABLE "related_words" (
	"word" text NOT NULL,
	"locale" text NOT NULL,
	"words" text[],
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "related_words_pkey" PRIMARY KEY("word","locale")
);
--> statement-breakpoint
CREATE INDEX "related_words_pending_idx" ON "related_words" USING btree ("attempts","created_at") WHERE words is null;--> statement-breakpoint
CREATE INDEX "related_words_created_idx" ON "related_words" USING btree ("created_at");