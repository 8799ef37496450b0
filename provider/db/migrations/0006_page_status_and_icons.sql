ALTER TABLE "page_contents" DROP CONSTRAINT "page_contents_status_check";--> statement-breakpoint
ALTER TABLE "page_contents" ADD CONSTRAINT "page_contents_status_check" CHECK (status in ('ready', 'refused', 'missing', 'failing', 'unreachable', 'unsupported', 'empty'));--> statement-breakpoint
ALTER TABLE "favicons" ADD COLUMN "scheme" text DEFAULT 'https' NOT NULL;--> statement-breakpoint
ALTER TABLE "favicons" ADD COLUMN "failures" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "favicons" DROP CONSTRAINT "favicons_pkey";--> statement-breakpoint
ALTER TABLE "favicons" ADD CONSTRAINT "favicons_pkey" PRIMARY KEY("host","scheme");--> statement-breakpoint
ALTER TABLE "favicons" ADD CONSTRAINT "favicons_scheme_check" CHECK (scheme in ('http', 'https'));
