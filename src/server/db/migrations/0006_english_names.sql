ALTER TABLE "meter" ADD COLUMN "name_en" text;--> statement-breakpoint
ALTER TABLE "polling_plan" ADD COLUMN "name_en" text;--> statement-breakpoint
ALTER TABLE "polling_round" ADD COLUMN "plan_name_en" text;--> statement-breakpoint
ALTER TABLE "upkeep_plan" ADD COLUMN "title_en" text;--> statement-breakpoint
ALTER TABLE "spare_part" ADD COLUMN "name_en" text;