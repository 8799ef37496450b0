CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"machine" text NOT NULL,
	"is_running" boolean NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
