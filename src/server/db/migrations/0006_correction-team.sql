ALTER TABLE "figure_correction" ADD COLUMN "team" text;
--> statement-breakpoint
UPDATE "figure_correction" c SET "team" = t."team"
FROM (
  SELECT c."site_id", c."id", min(f."team") AS "team" FROM "figure_correction" c
  JOIN "shift_figure" f ON f."site_id" = c."site_id" AND f."kind" = 'counted' AND f."team" IS NOT NULL
    AND f."business_date" = c."business_date" AND f."shift" = c."shift" AND f."line_id" = c."line_id"
  WHERE c."cause" = 'person' GROUP BY 1, 2 HAVING count(DISTINCT f."team") = 1
) t
WHERE c."site_id" = t."site_id" AND c."id" = t."id";
--> statement-breakpoint
UPDATE "figure_correction" c SET "team" = t."team"
FROM (
  SELECT c."site_id", c."id", min(f."team") AS "team" FROM "figure_correction" c
  JOIN "shift_figure" f ON f."site_id" = c."site_id" AND f."kind" = 'counted' AND f."team" IS NOT NULL
    AND f."business_date" = c."business_date" AND f."shift" = c."shift"
  WHERE c."cause" = 'person' AND c."team" IS NULL GROUP BY 1, 2 HAVING count(DISTINCT f."team") = 1
) t
WHERE c."site_id" = t."site_id" AND c."id" = t."id";
--> statement-breakpoint
UPDATE "figure_correction" c SET "team" = t."team"
FROM (
  SELECT c."site_id", c."id", min(f."team") AS "team" FROM "figure_correction" c
  JOIN "shift_figure" f ON f."site_id" = c."site_id" AND f."kind" = 'counted' AND f."team" IS NOT NULL
    AND f."business_date" = c."of_day" AND f."line_id" IS NOT DISTINCT FROM c."line_id" AND f."work_order_id" IS NOT DISTINCT FROM c."work_order_id"
  WHERE c."cause" = 'late' GROUP BY 1, 2 HAVING count(DISTINCT f."team") = 1
) t
WHERE c."site_id" = t."site_id" AND c."id" = t."id";
--> statement-breakpoint
INSERT INTO "figure_mark" ("site_id", "id", "version", "created_at", "updated_at", "day")
SELECT d."site_id", gen_random_uuid(), 1, now(), now(), d."day" FROM "figure_day" d
WHERE NOT d."frozen" AND EXISTS (
  SELECT FROM "figure_correction" c WHERE c."site_id" = d."site_id" AND c."business_date" = d."day" AND c."cause" = 'late'
);
