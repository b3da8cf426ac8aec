INSERT INTO "figure_mark" ("site_id", "id", "version", "created_at", "updated_at", "day")
SELECT d."site_id", gen_random_uuid(), 1, now(), now(), d."day" FROM "figure_day" d
WHERE NOT d."frozen" AND EXISTS (
  SELECT FROM "shift_figure" f WHERE f."site_id" = d."site_id" AND f."kind" = 'counted' AND f."business_date" = d."day" AND f."breakdowns" > 0
);
