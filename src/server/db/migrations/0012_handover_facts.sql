ALTER TABLE "handover" ALTER COLUMN "facts" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "product_conversion" ALTER COLUMN "from_order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "inspection_time" ADD CONSTRAINT "inspection_time_line_id_inspection_due_at_key" UNIQUE("site_id","line_id","inspection","due_at");