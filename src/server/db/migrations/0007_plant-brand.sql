CREATE TABLE "plant_brand" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"name_en" text,
	"logo" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "plant_brand_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE INDEX "plant_brand_created_at_idx" ON "plant_brand" USING btree ("site_id","created_at","id");