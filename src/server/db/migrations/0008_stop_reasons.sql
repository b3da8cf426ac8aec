UPDATE "line_stop" SET "source" = 'repair' WHERE "repair_id" IS NOT NULL AND "source" = 'person';--> statement-breakpoint
UPDATE "line_stop" SET "state" = CASE WHEN "ended_at" IS NULL THEN 'standing' WHEN "reason_id" IS NULL THEN 'toExplain' ELSE 'explained' END, "minutes" = round((extract(epoch from "ended_at" - "started_at") / 60)::numeric, 1);--> statement-breakpoint
ALTER TABLE "line_stop" DROP COLUMN "reason";
