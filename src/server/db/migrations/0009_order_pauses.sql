ALTER TABLE "work_order" ADD COLUMN "pauses" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "erp_order" ADD COLUMN "declined" jsonb DEFAULT '{}'::jsonb NOT NULL;