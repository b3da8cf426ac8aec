CREATE TABLE "pellet_source" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"lot_id" uuid NOT NULL,
	"recycle_id" uuid,
	"jumbo_roll_id" uuid,
	"slit_roll_id" uuid,
	"source_lot_id" uuid,
	"purchased" boolean DEFAULT false NOT NULL,
	"kg" numeric(18, 3) NOT NULL,
	"made_at" timestamp(3) with time zone,
	"basis" text DEFAULT 'entered' NOT NULL,
	"note" text,
	CONSTRAINT "pellet_source_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
ALTER TABLE "pellet_source" ADD CONSTRAINT "pellet_source_lot_id_fk" FOREIGN KEY ("site_id","lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pellet_source" ADD CONSTRAINT "pellet_source_recycle_id_fk" FOREIGN KEY ("site_id","recycle_id") REFERENCES "public"."recycle"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pellet_source" ADD CONSTRAINT "pellet_source_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pellet_source" ADD CONSTRAINT "pellet_source_slit_roll_id_fk" FOREIGN KEY ("site_id","slit_roll_id") REFERENCES "public"."slit_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pellet_source" ADD CONSTRAINT "pellet_source_source_lot_id_fk" FOREIGN KEY ("site_id","source_lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pellet_source_made_at_idx" ON "pellet_source" USING btree ("site_id","made_at","id");--> statement-breakpoint
CREATE INDEX "pellet_source_lot_id_idx" ON "pellet_source" USING btree ("site_id","lot_id","made_at","id");--> statement-breakpoint
CREATE INDEX "pellet_source_recycle_id_idx" ON "pellet_source" USING btree ("site_id","recycle_id","made_at","id");--> statement-breakpoint
CREATE INDEX "pellet_source_jumbo_roll_id_idx" ON "pellet_source" USING btree ("site_id","jumbo_roll_id","made_at","id");--> statement-breakpoint
CREATE INDEX "pellet_source_slit_roll_id_idx" ON "pellet_source" USING btree ("site_id","slit_roll_id","made_at","id");--> statement-breakpoint
CREATE INDEX "pellet_source_source_lot_id_idx" ON "pellet_source" USING btree ("site_id","source_lot_id","made_at","id");--> statement-breakpoint
CREATE INDEX "pellet_source_basis_idx" ON "pellet_source" USING btree ("site_id","basis","made_at","id");