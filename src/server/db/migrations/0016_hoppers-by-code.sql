DROP INDEX "hopper_sort_order_idx";--> statement-breakpoint
DROP INDEX "hopper_line_id_idx";--> statement-breakpoint
DROP INDEX "hopper_active_idx";--> statement-breakpoint
CREATE INDEX "hopper_code_idx" ON "hopper" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "hopper_line_id_idx" ON "hopper" USING btree ("site_id","line_id","code","id");--> statement-breakpoint
CREATE INDEX "hopper_active_idx" ON "hopper" USING btree ("site_id","active","code","id");--> statement-breakpoint
ALTER TABLE "hopper" DROP COLUMN "sort_order";