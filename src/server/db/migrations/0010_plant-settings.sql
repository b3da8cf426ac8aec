CREATE TABLE "plant_setting" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"key" text NOT NULL,
	"value" numeric(18, 3) NOT NULL,
	CONSTRAINT "plant_setting_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "plant_setting_key_key" UNIQUE("site_id","key")
);
--> statement-breakpoint
CREATE INDEX "plant_setting_key_idx" ON "plant_setting" USING btree ("site_id","key","id");