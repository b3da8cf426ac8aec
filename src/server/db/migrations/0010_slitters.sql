CREATE TABLE "slitter" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"slitter_id" uuid NOT NULL,
	"knives" integer NOT NULL,
	"min_width_mm" integer NOT NULL,
	"min_trim_mm" integer NOT NULL,
	"speed" numeric(18, 1) NOT NULL,
	"set_minutes" numeric(18, 1) NOT NULL,
	"changeover_minutes" numeric(18, 1) NOT NULL,
	"weight_tolerance" numeric(18, 1) NOT NULL,
	"balance_tolerance" numeric(18, 1) NOT NULL,
	"knife_life_m" numeric(18, 1),
	CONSTRAINT "slitter_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "slitter_slitter_id_key" UNIQUE("site_id","slitter_id")
);
--> statement-breakpoint
ALTER TABLE "cut_order" DROP CONSTRAINT "cut_order_slitter_id_work_order_id_key";--> statement-breakpoint
ALTER TABLE "cut_order" ADD COLUMN "jumbo_roll_id" uuid;--> statement-breakpoint
ALTER TABLE "cut_order" ADD COLUMN "lanes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cut_order" ADD COLUMN "length_m" numeric(18, 1);--> statement-breakpoint
ALTER TABLE "cut_order" ADD COLUMN "sets" integer;--> statement-breakpoint
ALTER TABLE "cut_order" ADD COLUMN "cutting_id" uuid;--> statement-breakpoint
ALTER TABLE "slitter" ADD CONSTRAINT "slitter_slitter_id_fk" FOREIGN KEY ("site_id","slitter_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slitter_slitter_id_idx" ON "slitter" USING btree ("site_id","slitter_id","id");--> statement-breakpoint
ALTER TABLE "cut_order" ADD CONSTRAINT "cut_order_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_order" ADD CONSTRAINT "cut_order_cutting_id_fk" FOREIGN KEY ("site_id","cutting_id") REFERENCES "public"."cutting"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cut_order_jumbo_roll_id_idx" ON "cut_order" USING btree ("site_id","jumbo_roll_id","sequence","id");--> statement-breakpoint
CREATE INDEX "cut_order_cutting_id_idx" ON "cut_order" USING btree ("site_id","cutting_id","sequence","id");--> statement-breakpoint
-- Which rolls hold a lot is asked from the lot: `lots @> [{"lotId": …}]`.
CREATE INDEX "jumbo_roll_lots_idx" ON "jumbo_roll" USING gin ("lots" jsonb_path_ops);