CREATE TABLE "hopper" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"line_id" uuid NOT NULL,
	"sort_order" integer,
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "hopper_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "hopper_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
ALTER TABLE "feed" ALTER COLUMN "hopper" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "feed" ADD COLUMN "hopper_id" uuid;--> statement-breakpoint
ALTER TABLE "material_time" ADD COLUMN "hopper_id" uuid;--> statement-breakpoint
ALTER TABLE "hopper" ADD CONSTRAINT "hopper_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hopper_sort_order_idx" ON "hopper" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "hopper_line_id_idx" ON "hopper" USING btree ("site_id","line_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "hopper_active_idx" ON "hopper" USING btree ("site_id","active","sort_order","id");--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_hopper_id_fk" FOREIGN KEY ("site_id","hopper_id") REFERENCES "public"."hopper"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_hopper_id_fk" FOREIGN KEY ("site_id","hopper_id") REFERENCES "public"."hopper"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_hopper_id_idx" ON "feed" USING btree ("site_id","hopper_id","fed_at","id");--> statement-breakpoint
-- Hoppers were typed: each that was fed to becomes one of its line's. Packing goes into none.
INSERT INTO "hopper" ("site_id", "id", "code", "name", "line_id", "sort_order")
  SELECT t."site_id", gen_random_uuid(), l."code" || CASE WHEN length(t."typed") <= 20 AND t."typed" ~ '^[A-Za-z0-9]+([-_./][A-Za-z0-9]+)*$' THEN '-' || upper(t."typed") ELSE '-' || upper(substr(md5(lower(t."typed")), 1, 6)) END, t."typed", t."line_id",
    row_number() OVER (PARTITION BY t."site_id", t."line_id" ORDER BY t."typed")
  FROM (SELECT "site_id", "line_id", min(trim("hopper")) AS "typed" FROM (
      SELECT "site_id", "line_id", "hopper" FROM "feed" WHERE "kind" <> 'pack' UNION ALL SELECT "site_id", "line_id", "hopper" FROM "material_time" WHERE "kind" <> 'pack') both_
    WHERE trim("hopper") <> '' GROUP BY "site_id", "line_id", lower(trim("hopper"))) t
  JOIN "line" l ON l."site_id" = t."site_id" AND l."id" = t."line_id";--> statement-breakpoint
UPDATE "feed" f SET "hopper_id" = h."id" FROM "hopper" h WHERE h."site_id" = f."site_id" AND h."line_id" = f."line_id" AND f."kind" <> 'pack' AND lower(h."name") = lower(trim(f."hopper"));--> statement-breakpoint
UPDATE "material_time" f SET "hopper_id" = h."id" FROM "hopper" h WHERE h."site_id" = f."site_id" AND h."line_id" = f."line_id" AND f."kind" <> 'pack' AND lower(h."name") = lower(trim(f."hopper"));
