CREATE TYPE "public"."event_type" AS ENUM('changed', 'moved', 'created', 'deleted', 'reset');--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"avatar" text,
	"plan" text DEFAULT 'free' NOT NULL,
	"password_hash" text,
	"current_space_id" uuid NOT NULL,
	"email_verified_at" timestamp with time zone,
	"is_admin" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp with time zone,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"search_email" text collate "C" GENERATED ALWAYS AS (mw_fold(email)) STORED NOT NULL,
	"search_text" text collate "C" GENERATED ALWAYS AS (mw_fold(email || ' ' || first_name || ' ' || last_name)) STORED NOT NULL,
	CONSTRAINT "accounts_email_key_key" UNIQUE("email_key"),
	CONSTRAINT "accounts_plan_check" CHECK (plan in ('free', 'pro'))
);
--> statement-breakpoint
CREATE TABLE "avatars" (
	"id" uuid NOT NULL,
	"account_id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "email_codes" (
	"subject" text NOT NULL,
	"purpose" text NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"account_id" uuid,
	"hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_codes_pkey" PRIMARY KEY("subject","purpose","browser"),
	CONSTRAINT "email_codes_purpose_check" CHECK (purpose in ('verification', 'reset', 'newEmail'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"target" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identities_pkey" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "identities_provider_check" CHECK (provider in ('google'))
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"encrypted" "bytea",
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "personal_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"hash" text NOT NULL,
	"client" text,
	"audience" text DEFAULT 'api' NOT NULL,
	"fetches_pages" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "personal_tokens_hash_key" UNIQUE("hash"),
	CONSTRAINT "personal_tokens_scope_check" CHECK (scope in ('read', 'write')),
	CONSTRAINT "personal_tokens_audience_check" CHECK (audience in ('api', 'mcp'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"hits" integer NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"refresh_hash" text NOT NULL,
	"rotated_at" timestamp with time zone,
	"user_agent" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"browser" text DEFAULT '' NOT NULL,
	CONSTRAINT "sessions_pkey" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "account_activity" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"last_active_at" timestamp with time zone NOT NULL,
	"bookmark_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_email" text,
	"target_id" uuid,
	"target_email" text,
	"action" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cleanup_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"reached_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "error_counts" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "error_counts_pkey" PRIMARY KEY("day","kind"),
	CONSTRAINT "error_counts_kind_check" CHECK (kind in ('response', 'job'))
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"message" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"url" text NOT NULL,
	"source" text NOT NULL,
	"event_id" text,
	"tags" jsonb NOT NULL,
	"user_agent" text NOT NULL,
	"screenshot" "bytea",
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"machine" text NOT NULL,
	"is_running" boolean NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"status" text DEFAULT 'none' NOT NULL,
	"cycle" text,
	"currency" text,
	"entitled" boolean DEFAULT false NOT NULL,
	"period_end" timestamp with time zone,
	"cancels_at" timestamp with time zone,
	"checkout_id" uuid,
	"reads" bigint DEFAULT 0 NOT NULL,
	"applied_read" bigint DEFAULT 0 NOT NULL,
	"applied_at" timestamp with time zone,
	CONSTRAINT "billing_status_check" CHECK (status in ('none', 'incomplete', 'active', 'past_due', 'paused', 'unpaid', 'canceled')),
	CONSTRAINT "billing_cycle_check" CHECK (cycle in ('monthly', 'yearly'))
);
--> statement-breakpoint
CREATE TABLE "billing_checkouts" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" text,
	"cycle" text NOT NULL,
	"state" text DEFAULT 'processing' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_checkouts_pkey" PRIMARY KEY("account_id","id"),
	CONSTRAINT "billing_checkouts_cycle_check" CHECK (cycle in ('monthly', 'yearly')),
	CONSTRAINT "billing_checkouts_state_check" CHECK (state in ('processing', 'verifying', 'complete', 'canceled', 'delayed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "billing_closures" (
	"account_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_closures_pkey" PRIMARY KEY("account_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"account_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_events_pkey" PRIMARY KEY("account_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"account_id" uuid NOT NULL,
	"invoice_id" text NOT NULL,
	"id" uuid NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"invoice_url" text,
	CONSTRAINT "payments_pkey" PRIMARY KEY("account_id","invoice_id"),
	CONSTRAINT "payments_status_check" CHECK (status in ('completed', 'succeeded', 'refunded', 'failed', 'pending', 'canceled'))
);
--> statement-breakpoint
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
CREATE TABLE "change_collections" (
	"account_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"before" jsonb NOT NULL,
	CONSTRAINT "change_collections_pkey" PRIMARY KEY("account_id","change_id","collection_id"),
	CONSTRAINT "change_collections_kind_check" CHECK (kind in ('deleted', 'moved', 'updated'))
);
--> statement-breakpoint
CREATE TABLE "change_rows" (
	"account_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"links" jsonb,
	"into_id" uuid,
	CONSTRAINT "change_rows_pkey" PRIMARY KEY("account_id","change_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"renamed_tag" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "changes_pkey" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE TABLE "key_change_rows" (
	"account_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"cipher" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "key_change_rows_pkey" PRIMARY KEY("account_id","change_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "key_changes" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied" integer,
	CONSTRAINT "key_changes_pkey" PRIMARY KEY("account_id","id"),
	CONSTRAINT "key_changes_account_id_key" UNIQUE("account_id")
);
--> statement-breakpoint
CREATE TABLE "copies" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" text collate "C" NOT NULL,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"byline" text NOT NULL,
	"language" text,
	"text" text NOT NULL,
	"word_count" integer NOT NULL,
	"pictures" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"added" integer,
	"removed" integer,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "copies_pkey" PRIMARY KEY("account_id","id"),
	CONSTRAINT "copies_kind_check" CHECK (kind in ('reader', 'full', 'browser'))
);
--> statement-breakpoint
CREATE TABLE "copy_fetches" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"host" text NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "copy_fetches_pkey" PRIMARY KEY("account_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "copy_progress" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"newest" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	CONSTRAINT "copy_progress_id_check" CHECK (id)
);
--> statement-breakpoint
CREATE TABLE "cover_fetches" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"host" text NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cover_fetches_pkey" PRIMARY KEY("account_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "cover_progress" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"newest" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	CONSTRAINT "cover_progress_id_check" CHECK (id)
);
--> statement-breakpoint
CREATE TABLE "covers" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_url" text,
	"stored_at" timestamp with time zone NOT NULL,
	CONSTRAINT "covers_pkey" PRIMARY KEY("account_id","bookmark_id"),
	CONSTRAINT "covers_kind_check" CHECK (kind in ('automatic', 'chosen', 'uploaded', 'removed', 'none'))
);
--> statement-breakpoint
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
CREATE TABLE "highlights" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"quote" text NOT NULL,
	"prefix" text DEFAULT '' NOT NULL,
	"suffix" text DEFAULT '' NOT NULL,
	"start_at" integer,
	"end_at" integer,
	"text_hash" text,
	"color" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"tags" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"import_id" uuid,
	"search" "tsvector",
	"stored_bytes" integer GENERATED ALWAYS AS (200 + octet_length(quote) + octet_length(prefix) + octet_length(suffix) + octet_length(note) + octet_length(tags)) STORED NOT NULL,
	CONSTRAINT "highlights_pkey" PRIMARY KEY("account_id","id"),
	CONSTRAINT "highlights_color_check" CHECK (color in ('yellow', 'green', 'blue', 'red')),
	CONSTRAINT "highlights_position_check" CHECK ((start_at is null) = (end_at is null) and start_at < end_at)
);
--> statement-breakpoint
CREATE TABLE "import_changes" (
	"account_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"left_default" boolean DEFAULT false NOT NULL,
	"default_import_id" uuid,
	CONSTRAINT "import_changes_pkey" PRIMARY KEY("account_id","import_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "import_folders" (
	"account_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"path" text[] NOT NULL,
	"description" text NOT NULL,
	"entries" integer NOT NULL,
	"is_leaf" boolean NOT NULL,
	"added_at" timestamp with time zone,
	"modified_at" timestamp with time zone,
	"extra" jsonb,
	"entries_before" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "import_folders_pkey" PRIMARY KEY("account_id","import_id","id")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"account_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"line" integer NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"kept" integer,
	"folder" integer,
	"url" text NOT NULL,
	"url_key" uuid,
	"domain" text NOT NULL,
	"path" text NOT NULL,
	"title" text NOT NULL,
	"title_key" text collate "C" NOT NULL,
	"search" "tsvector" NOT NULL,
	"description" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"tags" text[] NOT NULL,
	"favorite" boolean NOT NULL,
	"highlighted" boolean NOT NULL,
	"order_key" text collate "C" NOT NULL,
	"added_at" timestamp with time zone,
	"modified_at" timestamp with time zone,
	"visited_at" timestamp with time zone,
	"extra" jsonb,
	"reasons" text[] NOT NULL,
	"type" text,
	"index_version" smallint DEFAULT 0 NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"later" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"is_place" boolean DEFAULT false NOT NULL,
	"cipher" text,
	"highlights" jsonb,
	CONSTRAINT "import_rows_pkey" PRIMARY KEY("account_id","import_id","position")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"collection_id" uuid,
	"leader_id" uuid,
	"space_name" text,
	"creates_space" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"bytes_total" bigint,
	"read_count" integer DEFAULT 0 NOT NULL,
	"created_count" integer DEFAULT 0 NOT NULL,
	"duplicate_count" integer DEFAULT 0 NOT NULL,
	"repeated_count" integer DEFAULT 0 NOT NULL,
	"invalid_count" integer DEFAULT 0 NOT NULL,
	"collection_count" integer DEFAULT 0 NOT NULL,
	"rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"new_collections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"merged" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"failure" text,
	"found" jsonb,
	"default_collection" jsonb,
	CONSTRAINT "imports_pkey" PRIMARY KEY("account_id","id"),
	CONSTRAINT "imports_status_check" CHECK (status in ('receiving', 'queued', 'running', 'done', 'failed', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "product_parts" (
	"account_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "product_parts_pkey" PRIMARY KEY("account_id","part")
);
--> statement-breakpoint
CREATE TABLE "product_reads" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"product" text NOT NULL,
	"status" text NOT NULL,
	"token" "bytea",
	"part" integer DEFAULT 0 NOT NULL,
	"count" integer,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"refusal" text,
	"retry_at" timestamp with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_reads_status_check" CHECK (status in ('reading', 'read', 'failed')),
	CONSTRAINT "product_reads_token_check" CHECK ((token is not null) = (status = 'reading'))
);
--> statement-breakpoint
CREATE TABLE "bookmark_collections" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"live" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"import_id" uuid,
	CONSTRAINT "bookmark_collections_pkey" PRIMARY KEY("account_id","bookmark_id","collection_id")
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"title" text,
	"url" text,
	"url_key" uuid,
	"domain" text,
	"path" text,
	"description" text,
	"notes" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"encrypted" boolean DEFAULT false NOT NULL,
	"cipher" text,
	"hint" text,
	"favorite" boolean DEFAULT false NOT NULL,
	"highlighted" boolean DEFAULT false NOT NULL,
	"order_key" text collate "C" NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"extra" jsonb,
	"import_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"last_accessed_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"later" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"title_key" text collate "C" NOT NULL,
	"search" "tsvector",
	"broken" boolean DEFAULT false NOT NULL,
	"type" text,
	"cover" jsonb,
	"index_version" smallint DEFAULT 0 NOT NULL,
	"stored_bytes" integer GENERATED ALWAYS AS (400 + coalesce(octet_length(title), 0) + coalesce(octet_length(url), 0) + coalesce(octet_length(path), 0)
    + coalesce(octet_length(description), 0) + coalesce(octet_length(notes), 0) + coalesce(octet_length(cipher), 0) + coalesce(octet_length(hint), 0)
    + coalesce(octet_length(extra::text), 0) + 64 * cardinality(tags)) STORED NOT NULL,
	CONSTRAINT "bookmarks_pkey" PRIMARY KEY("account_id","id"),
	CONSTRAINT "bookmarks_encrypted_check" CHECK (not encrypted or (title is null and url is null and url_key is null and domain is null and path is null
    and description is null and notes is null and tags = '{}' and extra is null and cipher is not null
    and title_key = U&'\+10FFFF' and search is null and type is null and cover is null)),
	CONSTRAINT "bookmarks_plain_check" CHECK (encrypted or (title is not null and url is not null and cipher is null and search is not null))
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (mw_fold(left(name, 200))) STORED NOT NULL,
	"natural_key" text collate "C" GENERATED ALWAYS AS (mw_natural(mw_fold(left(name, 200)))) STORED NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"color" text NOT NULL,
	"icon" text,
	"cover" jsonb,
	"cover_bookmark_id" uuid,
	"pinned" boolean DEFAULT false NOT NULL,
	"security" smallint DEFAULT 0 NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"slug" text NOT NULL,
	"smart" jsonb,
	"smart_count" integer DEFAULT 0 NOT NULL,
	"smart_revision" bigint,
	"smart_counted_for" text,
	"keeps_copies" boolean,
	"listed" boolean DEFAULT false NOT NULL,
	"shown_count" integer,
	"shown_at" timestamp with time zone,
	"source_path" text[],
	"extra" jsonb,
	"bookmark_count" integer DEFAULT 0 NOT NULL,
	"order_key" text collate "C" NOT NULL,
	"import_id" uuid,
	"last_accessed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "collections_pkey" PRIMARY KEY("account_id","id"),
	CONSTRAINT "collections_security_check" CHECK (security in (0, 1)),
	CONSTRAINT "collections_smart_check" CHECK (smart is null or (bookmark_count = 0 and not is_default)),
	CONSTRAINT "collections_listed_check" CHECK (not listed or security = 1)
);
--> statement-breakpoint
CREATE TABLE "spaces" (
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"bookmark_count" integer DEFAULT 0 NOT NULL,
	"favorite_count" integer DEFAULT 0 NOT NULL,
	"trash_count" integer DEFAULT 0 NOT NULL,
	"collection_count" integer DEFAULT 0 NOT NULL,
	"stored_bytes" bigint DEFAULT 0 NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_activity_at" timestamp with time zone NOT NULL,
	CONSTRAINT "spaces_pkey" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "favicons" (
	"host" text NOT NULL,
	"content_type" text,
	"bytes" "bytea",
	"etag" text,
	"fetched_at" timestamp with time zone NOT NULL,
	"scheme" text DEFAULT 'https' NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "favicons_pkey" PRIMARY KEY("host","scheme"),
	CONSTRAINT "favicons_scheme_check" CHECK (scheme in ('http', 'https'))
);
--> statement-breakpoint
CREATE TABLE "link_checks" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"host" text NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"by_get" boolean DEFAULT false NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_checks_pkey" PRIMARY KEY("account_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "link_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"free_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_progress" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"bookmark_id" uuid NOT NULL,
	CONSTRAINT "link_progress_id_check" CHECK (id)
);
--> statement-breakpoint
CREATE TABLE "metadata_fetches" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	CONSTRAINT "metadata_fetches_pkey" PRIMARY KEY("account_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "page_contents" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"byline" text NOT NULL,
	"excerpt" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"word_count" integer NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	"sent" boolean DEFAULT false NOT NULL,
	"space_id" uuid NOT NULL,
	"search" "tsvector",
	CONSTRAINT "page_contents_pkey" PRIMARY KEY("account_id","bookmark_id"),
	CONSTRAINT "page_contents_status_check" CHECK (status in ('ready', 'refused', 'missing', 'failing', 'unreachable', 'unsupported', 'empty'))
);
--> statement-breakpoint
CREATE TABLE "page_fetches" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"host" text NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "page_fetches_pkey" PRIMARY KEY("account_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "page_progress" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"newest" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	CONSTRAINT "page_progress_id_check" CHECK (id)
);
--> statement-breakpoint
CREATE TABLE "embeddings" (
	"account_id" uuid NOT NULL,
	"bookmark_id" uuid NOT NULL,
	"space_id" uuid NOT NULL,
	"model" text NOT NULL,
	"vector" real[] NOT NULL,
	CONSTRAINT "embeddings_pkey" PRIMARY KEY("account_id","bookmark_id")
);
--> statement-breakpoint
CREATE TABLE "related_words" (
	"word" text NOT NULL,
	"locale" text NOT NULL,
	"words" text[],
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "related_words_pkey" PRIMARY KEY("word","locale")
);
--> statement-breakpoint
CREATE TABLE "space_words" (
	"space_id" uuid NOT NULL,
	"word" text collate "C" NOT NULL,
	"uses" integer NOT NULL,
	CONSTRAINT "space_words_pkey" PRIMARY KEY("space_id","word")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"space_id" uuid NOT NULL,
	"key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"words" text GENERATED ALWAYS AS (' ' || mw_fold(translate(name, '/.-_?=&#:%+~@;|()[]', '                   '))) STORED NOT NULL,
	"bookmark_count" integer NOT NULL,
	CONSTRAINT "tags_pkey" PRIMARY KEY("space_id","key")
);
--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connect_codes" ADD CONSTRAINT "connect_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD CONSTRAINT "personal_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_calls" ADD CONSTRAINT "token_calls_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_calls" ADD CONSTRAINT "token_calls_token_id_personal_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."personal_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_activity" ADD CONSTRAINT "account_activity_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing" ADD CONSTRAINT "billing_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_checkouts" ADD CONSTRAINT "billing_checkouts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blob_references" ADD CONSTRAINT "blob_references_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blob_references" ADD CONSTRAINT "blob_references_hash_blobs_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."blobs"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blob_usage" ADD CONSTRAINT "blob_usage_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_collections" ADD CONSTRAINT "change_collections_change_fkey" FOREIGN KEY ("account_id","change_id") REFERENCES "public"."changes"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_space_fkey" FOREIGN KEY ("account_id","space_id") REFERENCES "public"."spaces"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_change_rows" ADD CONSTRAINT "key_change_rows_change_fkey" FOREIGN KEY ("account_id","change_id") REFERENCES "public"."key_changes"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_change_rows" ADD CONSTRAINT "key_change_rows_bookmark_fkey" FOREIGN KEY ("account_id","bookmark_id") REFERENCES "public"."bookmarks"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_changes" ADD CONSTRAINT "key_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_streams" ADD CONSTRAINT "event_streams_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_space_fkey" FOREIGN KEY ("account_id","space_id") REFERENCES "public"."spaces"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_leader_fkey" FOREIGN KEY ("account_id","leader_id") REFERENCES "public"."imports"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_parts" ADD CONSTRAINT "product_parts_account_id_product_reads_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."product_reads"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reads" ADD CONSTRAINT "product_reads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_space_fkey" FOREIGN KEY ("account_id","space_id") REFERENCES "public"."spaces"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_search_idx" ON "accounts" USING gin ("search_email" gin_trgm_ops,"search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "accounts_email_idx" ON "accounts" USING btree ("search_email","id");--> statement-breakpoint
CREATE INDEX "accounts_created_idx" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_pro_idx" ON "accounts" USING btree ("created_at","id") WHERE plan = 'pro';--> statement-breakpoint
CREATE INDEX "accounts_unverified_idx" ON "accounts" USING btree ("created_at","id") WHERE email_verified_at is null;--> statement-breakpoint
CREATE INDEX "accounts_suspended_idx" ON "accounts" USING btree ("created_at","id") WHERE suspended_at is not null;--> statement-breakpoint
CREATE INDEX "accounts_admin_idx" ON "accounts" USING btree ("created_at","id") WHERE is_admin;--> statement-breakpoint
CREATE INDEX "connect_codes_expiry_idx" ON "connect_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "connect_codes_account_idx" ON "connect_codes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "email_codes_expiry_idx" ON "email_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_codes_account_idx" ON "email_codes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_account_idx" ON "identities" USING btree ("account_id","provider");--> statement-breakpoint
CREATE INDEX "mails_account_idx" ON "mails" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "personal_tokens_account_idx" ON "personal_tokens" USING btree ("account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sessions_account_idx" ON "sessions" USING btree ("account_id","last_used_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "token_calls_token_idx" ON "token_calls" USING btree ("token_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "token_calls_created_idx" ON "token_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "account_activity_active_idx" ON "account_activity" USING btree ("last_active_at","account_id");--> statement-breakpoint
CREATE INDEX "account_activity_bookmarks_idx" ON "account_activity" USING btree ("bookmark_count","account_id");--> statement-breakpoint
CREATE INDEX "audit_log_created_idx" ON "audit_log" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_target_idx" ON "audit_log" USING btree ("target_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE target_id is not null;--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feedback_created_idx" ON "feedback" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feedback_account_idx" ON "feedback" USING btree ("account_id") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "billing_customer_idx" ON "billing" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "billing_period_idx" ON "billing" USING btree ("period_end") WHERE entitled;--> statement-breakpoint
CREATE INDEX "billing_checkouts_created_idx" ON "billing_checkouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "billing_closures_due_idx" ON "billing_closures" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "billing_events_received_idx" ON "billing_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payments_paid_idx" ON "payments" USING btree ("account_id","paid_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "blob_references_hash_idx" ON "blob_references" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "blob_references_collections_idx" ON "blob_references" USING btree ("account_id","bookmark_id") WHERE name in ('collection-320', 'collection-640');--> statement-breakpoint
CREATE INDEX "blob_releases_due_idx" ON "blob_releases" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "blob_releases_hash_idx" ON "blob_releases" USING btree ("hash","due_at");--> statement-breakpoint
CREATE INDEX "change_rows_bookmark_idx" ON "change_rows" USING btree ("bookmark_id");--> statement-breakpoint
CREATE INDEX "change_rows_into_idx" ON "change_rows" USING btree ("change_id","into_id") WHERE into_id is not null;--> statement-breakpoint
CREATE INDEX "changes_id_idx" ON "changes" USING btree ("id");--> statement-breakpoint
CREATE INDEX "changes_space_idx" ON "changes" USING btree ("space_id","created_at");--> statement-breakpoint
CREATE INDEX "changes_age_idx" ON "changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "key_change_rows_bookmark_idx" ON "key_change_rows" USING btree ("bookmark_id");--> statement-breakpoint
CREATE INDEX "key_changes_created_idx" ON "key_changes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "copies_hash_idx" ON "copies" USING btree ("account_id","bookmark_id","kind","hash");--> statement-breakpoint
CREATE INDEX "copy_fetches_due_idx" ON "copy_fetches" USING btree ("due_at","bookmark_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "cover_fetches_due_idx" ON "cover_fetches" USING btree ("due_at","bookmark_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "events_at_idx" ON "events" USING brin ("at");--> statement-breakpoint
CREATE INDEX "highlights_bookmark_idx" ON "highlights" USING btree ("account_id","bookmark_id");--> statement-breakpoint
CREATE INDEX "highlights_created_idx" ON "highlights" USING btree ("account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "highlights_search_idx" ON "highlights" USING gin ("account_id","search") WHERE search is not null;--> statement-breakpoint
CREATE INDEX "highlights_unread_idx" ON "highlights" USING btree ("account_id","id") WHERE search is null;--> statement-breakpoint
CREATE INDEX "import_changes_bookmark_idx" ON "import_changes" USING btree ("bookmark_id");--> statement-breakpoint
CREATE INDEX "imports_account_idx" ON "imports" USING btree ("account_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "imports_open_idx" ON "imports" USING btree ("created_at") WHERE status in ('receiving', 'queued', 'running');--> statement-breakpoint
CREATE INDEX "bookmark_collections_list_idx" ON "bookmark_collections" USING btree ("collection_id","live","created_at" DESC NULLS FIRST,"bookmark_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookmark_collections_import_idx" ON "bookmark_collections" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "bookmarks_id_idx" ON "bookmarks" USING btree ("id");--> statement-breakpoint
CREATE INDEX "bookmarks_created_idx" ON "bookmarks" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_title_idx" ON "bookmarks" USING btree ("space_id","title_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_accessed_idx" ON "bookmarks" USING btree ("space_id",coalesce(last_accessed_at, '-infinity'::timestamptz) desc,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_order_idx" ON "bookmarks" USING btree ("space_id","order_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_visits_idx" ON "bookmarks" USING btree ("space_id","visits" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_domain_idx" ON "bookmarks" USING btree ("space_id","domain","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_page_idx" ON "bookmarks" USING btree ("space_id","url_key") WHERE deleted_at is null and url_key is not null;--> statement-breakpoint
CREATE INDEX "bookmarks_favorite_idx" ON "bookmarks" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE favorite and deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_favorite_words_idx" ON "bookmarks" USING btree ("account_id") WHERE favorite;--> statement-breakpoint
CREATE INDEX "bookmarks_highlighted_idx" ON "bookmarks" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE highlighted and deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_later_idx" ON "bookmarks" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE later and deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_read_idx" ON "bookmarks" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE read_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_broken_idx" ON "bookmarks" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE broken and deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_encrypted_idx" ON "bookmarks" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE encrypted and deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_encrypted_date_idx" ON "bookmarks" USING btree ("account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE encrypted;--> statement-breakpoint
CREATE INDEX "bookmarks_key_idx" ON "bookmarks" USING btree ("account_id",mw_key_id(cipher),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE encrypted;--> statement-breakpoint
CREATE INDEX "bookmarks_trash_idx" ON "bookmarks" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "bookmarks_purge_idx" ON "bookmarks" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "bookmarks_import_idx" ON "bookmarks" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "bookmarks_search_idx" ON "bookmarks" USING gin ("space_id","search") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookmarks_reindex_idx" ON "bookmarks" USING btree ("space_id","id") WHERE index_version < 3 and not encrypted;--> statement-breakpoint
CREATE INDEX "collections_id_idx" ON "collections" USING btree ("id");--> statement-breakpoint
CREATE INDEX "collections_space_created_idx" ON "collections" USING btree ("space_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "collections_space_name_idx" ON "collections" USING btree ("space_id","name_key","id");--> statement-breakpoint
CREATE INDEX "collections_space_natural_idx" ON "collections" USING btree ("space_id","natural_key","id");--> statement-breakpoint
CREATE INDEX "collections_order_idx" ON "collections" USING btree ("space_id","order_key","id");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_default_idx" ON "collections" USING btree ("account_id","space_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "collections_public_idx" ON "collections" USING btree ("space_id") WHERE security = 1;--> statement-breakpoint
CREATE INDEX "collections_listed_idx" ON "collections" USING btree ("id") WHERE listed;--> statement-breakpoint
CREATE INDEX "spaces_id_idx" ON "spaces" USING btree ("id");--> statement-breakpoint
CREATE INDEX "spaces_account_idx" ON "spaces" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "spaces_default_idx" ON "spaces" USING btree ("account_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "link_checks_due_idx" ON "link_checks" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "link_hosts_free_idx" ON "link_hosts" USING btree ("free_at");--> statement-breakpoint
CREATE INDEX "page_contents_search_idx" ON "page_contents" USING gin ("space_id","search") WHERE search is not null;--> statement-breakpoint
CREATE INDEX "page_contents_unread_idx" ON "page_contents" USING btree ("bookmark_id") WHERE status = 'ready' and search is null;--> statement-breakpoint
CREATE INDEX "page_fetches_due_idx" ON "page_fetches" USING btree ("due_at","bookmark_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "embeddings_space_idx" ON "embeddings" USING btree ("account_id","space_id","model","bookmark_id");--> statement-breakpoint
CREATE INDEX "related_words_pending_idx" ON "related_words" USING btree ("attempts","created_at") WHERE words is null;--> statement-breakpoint
CREATE INDEX "related_words_created_idx" ON "related_words" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "space_words_trigram_idx" ON "space_words" USING gin ("space_id","word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tags_count_idx" ON "tags" USING btree ("space_id","bookmark_count" DESC NULLS FIRST,"key");