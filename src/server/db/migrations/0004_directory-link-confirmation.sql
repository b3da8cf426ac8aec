CREATE TABLE "directory_link_request" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_name" text NOT NULL,
	"full_name" text NOT NULL,
	"requested_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_link_request_pk" PRIMARY KEY("site_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "directory_flow" ADD COLUMN "person" jsonb;