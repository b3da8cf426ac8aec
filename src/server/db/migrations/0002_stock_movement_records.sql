ALTER TABLE "stock_movement" ADD COLUMN "record_kind" text;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD COLUMN "record_id" text;--> statement-breakpoint
CREATE INDEX "stock_movement_record_kind_idx" ON "stock_movement" USING btree ("site_id","record_kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_record_id_idx" ON "stock_movement" USING btree ("site_id","record_id","occurred_at","id");
--> statement-breakpoint
UPDATE "stock_movement" SET "record_kind" = 'upkeepRecord', "record_id" = "upkeep_record_id"::text WHERE "upkeep_record_id" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "stock_movement" DROP CONSTRAINT "stock_movement_upkeep_record_id_fk";
--> statement-breakpoint
DROP INDEX "stock_movement_upkeep_record_id_idx";--> statement-breakpoint
ALTER TABLE "stock_movement" DROP COLUMN "upkeep_record_id";