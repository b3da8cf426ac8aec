ALTER TABLE "feed" DROP COLUMN "hopper";--> statement-breakpoint
ALTER TABLE "material_time" DROP COLUMN "hopper";