ALTER TABLE "work_order" ADD COLUMN "web_width_mm" integer;--> statement-breakpoint
ALTER TABLE "work_order" ADD COLUMN "jumbo_length_m" numeric(18, 1);--> statement-breakpoint
ALTER TABLE "erp_order" ADD COLUMN "web_width_mm" integer;--> statement-breakpoint
ALTER TABLE "erp_order" ADD COLUMN "jumbo_length_m" numeric(18, 1);--> statement-breakpoint
-- An order had one width: where it is its line's, or none that its collocation cuts, it was meant of the web.
UPDATE "work_order" o SET "web_width_mm" = o."width_mm", "width_mm" = NULL, "updated_at" = now() WHERE o."width_mm" IS NOT NULL AND (
  EXISTS (SELECT 1 FROM "line" l WHERE l."site_id" = o."site_id" AND l."id" = o."line_id" AND round(l."width" * 1000) = o."width_mm")
  OR (coalesce(o."collocation", '') <> '' AND o."collocation" !~ ('(^|[^0-9])' || o."width_mm" || '([^0-9]|$)')));--> statement-breakpoint
-- What was wound says how long a jumbo of the order is.
UPDATE "work_order" o SET "jumbo_length_m" = greatest(round(j."m"::numeric, 1), o."roll_length_m"), "updated_at" = now() FROM (
  SELECT "site_id", "work_order_id", percentile_cont(0.5) WITHIN GROUP (ORDER BY "length_m") AS "m" FROM "jumbo_roll" WHERE "length_m" > 0 AND "state" NOT IN ('winding', 'deleted') GROUP BY 1, 2) j
  WHERE j."site_id" = o."site_id" AND j."work_order_id" = o."id";
