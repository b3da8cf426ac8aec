ALTER TABLE "line_stop" ADD COLUMN "state" text DEFAULT 'toExplain' NOT NULL;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "minutes" numeric(18, 1);--> statement-breakpoint
CREATE INDEX "line_stop_state_idx" ON "line_stop" USING btree ("site_id","state","started_at","id");