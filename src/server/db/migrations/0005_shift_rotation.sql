CREATE TABLE "shift_rotation" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"effective_from" date NOT NULL,
	"kind" text NOT NULL,
	"anchor_day" date,
	"shifts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cycle" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"teams" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "shift_rotation_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "shift_rotation_effective_from_key" UNIQUE("site_id","effective_from")
);
--> statement-breakpoint
CREATE INDEX "shift_rotation_effective_from_idx" ON "shift_rotation" USING btree ("site_id","effective_from","id");