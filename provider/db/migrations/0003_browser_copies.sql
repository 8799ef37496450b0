ALTER TABLE "copies" DROP CONSTRAINT "copies_kind_check";--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_kind_check" CHECK (kind in ('reader', 'full', 'browser'));