ALTER TABLE "process_standard" ALTER COLUMN "newest" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "process_standard" ADD COLUMN "approvers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "process_standard" ADD COLUMN "waiting_for" uuid;--> statement-breakpoint
ALTER TABLE "process_standard" ADD COLUMN "authors" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "process_standard" ADD COLUMN "submitted_by" uuid;--> statement-breakpoint
ALTER TABLE "process_standard" ADD COLUMN "submitted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "process_standard" ADD CONSTRAINT "process_standard_waiting_for_fk" FOREIGN KEY ("site_id","waiting_for") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_standard" ADD CONSTRAINT "process_standard_submitted_by_fk" FOREIGN KEY ("site_id","submitted_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "process_standard_waiting_for_idx" ON "process_standard" USING btree ("site_id","waiting_for","code","id");