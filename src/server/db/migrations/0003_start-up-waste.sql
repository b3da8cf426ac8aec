ALTER TABLE "shift_figure" ADD COLUMN "start_up_waste_kg" numeric(18, 3) DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "shift_figure" f SET "start_up_waste_kg" = w."kg"
FROM (
  SELECT "site_id", "business_date", "shift", "team", "line_id", "work_order_id", sum("kg") AS "kg"
  FROM "recycle" WHERE "kind" IN ('purge', 'startUp') GROUP BY 1, 2, 3, 4, 5, 6
) w
WHERE f."site_id" = w."site_id" AND f."kind" = 'counted' AND f."business_date" = w."business_date" AND f."shift" = w."shift"
  AND f."team" IS NOT DISTINCT FROM w."team" AND f."line_id" = w."line_id" AND f."work_order_id" = w."work_order_id";
--> statement-breakpoint
UPDATE "work_order" o SET "waste_kg" = o."waste_kg" + w."kg"
FROM (
  SELECT "site_id", "work_order_id", sum("kg") AS "kg" FROM "recycle" WHERE "kind" IN ('purge', 'startUp') GROUP BY 1, 2
) w
WHERE o."site_id" = w."site_id" AND o."id" = w."work_order_id";
--> statement-breakpoint
INSERT INTO "figure_mark" ("site_id", "id", "version", "created_at", "updated_at", "day")
SELECT "site_id", gen_random_uuid(), 1, now(), now(), "day" FROM "figure_day" WHERE NOT "frozen";
