CREATE TABLE "line_speed" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"line_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"speed" real NOT NULL,
	CONSTRAINT "line_speed_pk" PRIMARY KEY("site_id","line_id","at")
);
--> statement-breakpoint
CREATE TABLE "customer" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"contact" text,
	"phone" text,
	"address" text,
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "customer_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "customer_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "work_order" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"batch" text NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"customer_id" uuid,
	"product_id" uuid NOT NULL,
	"gsm" numeric(18, 2),
	"width_mm" integer,
	"colour" text,
	"ordered_kg" numeric(18, 3),
	"ordered_rolls" integer,
	"roll_length_m" numeric(18, 1),
	"roll_kg" numeric(18, 3),
	"collocation" text,
	"due_on" date,
	"priority" text DEFAULT 'normal' NOT NULL,
	"note" text,
	"erp_order_id" uuid,
	"process_standard_id" uuid,
	"line_id" uuid,
	"team" text,
	"planned_start" timestamp(3) with time zone,
	"planned_end" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"ran_minutes" numeric(18, 1) DEFAULT 0 NOT NULL,
	"run_since" timestamp(3) with time zone,
	"reason" text,
	"pauses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"jumbo_rolls" integer DEFAULT 0 NOT NULL,
	"jumbo_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"good_rolls" integer DEFAULT 0 NOT NULL,
	"good_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"downgraded_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"waste_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"fed_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	CONSTRAINT "work_order_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "work_order_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "erp_order" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"external_number" text NOT NULL,
	"customer_code" text,
	"customer_name" text,
	"purchase_order" text,
	"product_code" text NOT NULL,
	"product_name" text,
	"customer_id" uuid,
	"product_id" uuid,
	"gsm" numeric(18, 2),
	"width_mm" integer,
	"colour" text,
	"ordered_kg" numeric(18, 3) NOT NULL,
	"ordered_rolls" integer,
	"roll_length_m" numeric(18, 1),
	"roll_kg" numeric(18, 3),
	"collocation" text,
	"due_on" date,
	"priority" text DEFAULT 'normal' NOT NULL,
	"note" text,
	"ordered_on" date,
	"state" text DEFAULT 'new' NOT NULL,
	"source" text DEFAULT 'hand' NOT NULL,
	"work_order_id" uuid,
	"received_at" timestamp(3) with time zone,
	"conflict" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"declined" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "erp_order_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "erp_order_external_number_key" UNIQUE("site_id","external_number")
);
--> statement-breakpoint
CREATE TABLE "erp_source" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"header_name" text,
	"header_value" text,
	"list_path" text,
	"total_path" text,
	"page_parameter" text,
	"page_size" integer DEFAULT 100 NOT NULL,
	"mapping" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"every_minutes" integer DEFAULT 15 NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"last_run_at" timestamp(3) with time zone,
	"last_result" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "erp_source_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "erp_source_name_key" UNIQUE("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "schedule_entry" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"work_order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"changeover_minutes" integer DEFAULT 0 NOT NULL,
	"note" text,
	CONSTRAINT "schedule_entry_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "schedule_entry_work_order_id_key" UNIQUE("site_id","work_order_id")
);
--> statement-breakpoint
CREATE TABLE "jumbo_roll" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text,
	"state" text DEFAULT 'winding' NOT NULL,
	"work_order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"gsm" numeric(18, 2),
	"width_mm" integer,
	"length_m" numeric(18, 1),
	"speed" numeric(18, 1),
	"splices" integer DEFAULT 0 NOT NULL,
	"defects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"started_at" timestamp(3) with time zone NOT NULL,
	"doffed_at" timestamp(3) with time zone,
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"user_id" uuid,
	"gross_kg" numeric(18, 3),
	"core_kg" numeric(18, 3),
	"weighed_by" text DEFAULT 'typed' NOT NULL,
	"net_kg" numeric(18, 3),
	"expected_kg" numeric(18, 3),
	"weight_unusual" boolean DEFAULT false NOT NULL,
	"grade" text DEFAULT 'good' NOT NULL,
	"downgrades" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"left_m" numeric(18, 1),
	"lots" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"labels" integer DEFAULT 0 NOT NULL,
	"reason" text,
	CONSTRAINT "jumbo_roll_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "jumbo_roll_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "cutting" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"jumbo_roll_id" uuid NOT NULL,
	"slitter_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"lanes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"collocation" text,
	"length_m" numeric(18, 1),
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"user_id" uuid,
	"sets" integer DEFAULT 0 NOT NULL,
	"slit_kg" numeric(18, 3),
	"trim_kg" numeric(18, 3),
	"waste_kg" numeric(18, 3),
	"gap_kg" numeric(18, 3),
	"gap_percent" numeric(18, 2),
	"gap_reason" text,
	"note" text,
	CONSTRAINT "cutting_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "slit_set" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"cutting_id" uuid NOT NULL,
	"jumbo_roll_id" uuid NOT NULL,
	"slitter_id" uuid NOT NULL,
	"set_number" integer NOT NULL,
	"state" text DEFAULT 'made' NOT NULL,
	"lanes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"from_m" numeric(18, 1) NOT NULL,
	"to_m" numeric(18, 1) NOT NULL,
	"doffed_at" timestamp(3) with time zone NOT NULL,
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"user_id" uuid,
	"rolls" integer DEFAULT 0 NOT NULL,
	"kg" numeric(18, 3),
	"reason" text,
	CONSTRAINT "slit_set_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "slit_set_jumbo_roll_id_set_number_key" UNIQUE("site_id","jumbo_roll_id","set_number")
);
--> statement-breakpoint
CREATE TABLE "slit_roll" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"state" text DEFAULT 'made' NOT NULL,
	"jumbo_roll_id" uuid NOT NULL,
	"slit_set_id" uuid NOT NULL,
	"slitter_id" uuid NOT NULL,
	"work_order_id" uuid,
	"product_id" uuid NOT NULL,
	"lane" integer NOT NULL,
	"width_mm" integer NOT NULL,
	"from_mm" integer NOT NULL,
	"from_m" numeric(18, 1) NOT NULL,
	"to_m" numeric(18, 1) NOT NULL,
	"length_m" numeric(18, 1) NOT NULL,
	"doffed_at" timestamp(3) with time zone NOT NULL,
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"user_id" uuid,
	"expected_kg" numeric(18, 3),
	"kg" numeric(18, 3),
	"weight_unusual" boolean DEFAULT false NOT NULL,
	"grade" text DEFAULT 'good' NOT NULL,
	"downgrades" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"defects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"package_id" uuid,
	"labels" integer DEFAULT 0 NOT NULL,
	"note" text,
	CONSTRAINT "slit_roll_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "slit_roll_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "package" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"work_order_id" uuid NOT NULL,
	"customer_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"rolls" integer DEFAULT 0 NOT NULL,
	"net_kg" numeric(18, 3),
	"gross_kg" numeric(18, 3),
	"packed_at" timestamp(3) with time zone,
	"place" text,
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"user_id" uuid,
	"note" text,
	CONSTRAINT "package_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "package_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "cut_order" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"slitter_id" uuid NOT NULL,
	"work_order_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"jumbo_roll_id" uuid,
	"collocation" text,
	"lanes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"length_m" numeric(18, 1),
	"sets" integer,
	"cutting_id" uuid,
	"note" text,
	CONSTRAINT "cut_order_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "knife" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"slitter_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"side" text DEFAULT 'upper' NOT NULL,
	"code" text,
	"mounted_at" timestamp(3) with time zone NOT NULL,
	"removed_at" timestamp(3) with time zone,
	"metres" numeric(18, 1),
	"life_m" numeric(18, 1),
	"reason" text,
	"note" text,
	CONSTRAINT "knife_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "machine_run" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"machine" text NOT NULL,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid,
	"on_at" timestamp(3) with time zone NOT NULL,
	"off_at" timestamp(3) with time zone,
	"speed" numeric(18, 1),
	"winding_m" numeric(18, 1),
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"user_id" uuid,
	"note" text,
	CONSTRAINT "machine_run_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "material" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"kind" text NOT NULL,
	"supplier" text,
	"supplier_grade" text,
	"minimum_kg" numeric(18, 3),
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "material_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "material_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "material_lot" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"material_id" uuid NOT NULL,
	"supplier_lot" text,
	"received_on" date NOT NULL,
	"expires_on" date,
	"received_kg" numeric(18, 3) NOT NULL,
	"left_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'quarantine' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp(3) with time zone,
	"reason" text,
	"place" text,
	"documents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "material_lot_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "material_lot_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"kind" text NOT NULL,
	"work_order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"hopper" text NOT NULL,
	"material_id" uuid NOT NULL,
	"lot_id" uuid,
	"kg" numeric(18, 3) NOT NULL,
	"entry" text DEFAULT 'typed' NOT NULL,
	"note" text,
	"fed_at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"counter_of" uuid,
	"reason" text,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "feed_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "recycle" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"work_order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"destination" text NOT NULL,
	"kg" numeric(18, 3) NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"business_date" date,
	"shift" text,
	"team" text,
	"note" text,
	CONSTRAINT "recycle_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "material_time" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"work_order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"material_id" uuid NOT NULL,
	"lot_id" uuid,
	"hopper" text,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone,
	"user_id" uuid,
	"note" text,
	CONSTRAINT "material_time_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "handover" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"kind" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"line_id" uuid NOT NULL,
	"business_date" date,
	"shift" text,
	"team" text,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"absent" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"safety" text,
	"quality" text,
	"equipment_state" text,
	"remaining" text,
	"to_do" text,
	"checks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"facts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"giver_id" uuid,
	"given_at" timestamp(3) with time zone,
	"taker_id" uuid,
	"taken_at" timestamp(3) with time zone,
	"reason" text,
	"returns" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "handover_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "handover_kind_line_id_business_date_shift_key" UNIQUE("site_id","kind","line_id","business_date","shift")
);
--> statement-breakpoint
CREATE TABLE "daily_inspection" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "daily_inspection_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "post_inspection" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"post" text NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "post_inspection_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "craft_inspection1" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid NOT NULL,
	"business_date" date,
	"shift" text,
	"team" text,
	"process_standard_id" uuid,
	"measured_at" timestamp(3) with time zone,
	"values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"out_of_limits" integer DEFAULT 0 NOT NULL,
	"result" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "craft_inspection1_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "craft_inspection2" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid NOT NULL,
	"business_date" date,
	"shift" text,
	"team" text,
	"process_standard_id" uuid,
	"measured_at" timestamp(3) with time zone,
	"values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"out_of_limits" integer DEFAULT 0 NOT NULL,
	"result" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "craft_inspection2_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "inspection_time" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"inspection" text NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"done_at" timestamp(3) with time zone,
	"user_id" uuid,
	"note" text,
	CONSTRAINT "inspection_time_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "inspection_time_line_id_inspection_due_at_key" UNIQUE("site_id","line_id","inspection","due_at")
);
--> statement-breakpoint
CREATE TABLE "first_inspection" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid NOT NULL,
	"business_date" date,
	"shift" text,
	"team" text,
	"jumbo_roll_id" uuid,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" text NOT NULL,
	"released" boolean DEFAULT false NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "first_inspection_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "process_record" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"measure" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "process_record_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_conversion" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"from_order_id" uuid,
	"to_order_id" uuid NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone,
	"waste_kg" numeric(18, 3),
	"changes" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "product_conversion_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_info" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"product_id" uuid NOT NULL,
	"requirements" text NOT NULL,
	"packing" text,
	"valid_from" date,
	"valid_to" date,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "product_info_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "team_summary" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"jumbo_rolls" integer,
	"slit_rolls" integer,
	"good_kg" numeric(18, 3),
	"downgraded_kg" numeric(18, 3),
	"waste_kg" numeric(18, 3),
	"fed_kg" numeric(18, 3),
	"stop_minutes" numeric(18, 1),
	"correction" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "team_summary_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "team_summary_line_id_work_order_id_business_date_shift_key" UNIQUE("site_id","line_id","work_order_id","business_date","shift")
);
--> statement-breakpoint
CREATE TABLE "waste_disposal" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"total_kg" numeric(18, 3),
	"state" text DEFAULT 'entered' NOT NULL,
	"checked_by" uuid,
	"checked_at" timestamp(3) with time zone,
	"check_note" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "waste_disposal_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "post_time" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"work_order_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"post" text NOT NULL,
	"person_id" uuid NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "post_time_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "stop_reason" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"class" text NOT NULL,
	"parent_id" uuid,
	"sort_order" integer,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "stop_reason_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "stop_reason_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "product" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"family" text NOT NULL,
	"treatment" text DEFAULT 'none' NOT NULL,
	"gsm" numeric(18, 2) NOT NULL,
	"width_mm" integer,
	"colour" text,
	"core_mm" integer,
	"thickness_mm" numeric(18, 3),
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "product_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "product_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "process_standard" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"newest" boolean DEFAULT true NOT NULL,
	"state" text DEFAULT 'notApproved' NOT NULL,
	"variant" text NOT NULL,
	"product_id" uuid NOT NULL,
	"line_id" uuid,
	"ideal_speed" numeric(18, 1),
	"weight_tolerance" numeric(18, 2),
	"ratios" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"parameters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp(3) with time zone,
	"note" text,
	CONSTRAINT "process_standard_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "process_standard_code_revision_key" UNIQUE("site_id","code","revision")
);
--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "reason_id" uuid;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "state" text DEFAULT 'toExplain' NOT NULL;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "minutes" numeric(18, 1);--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "source" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "work_order_id" uuid;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "business_date" date;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "shift" text;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "team" text;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "explained_by" uuid;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "explained_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "chased" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "line_stop" ADD COLUMN "closed_by" text;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_erp_order_id_fk" FOREIGN KEY ("site_id","erp_order_id") REFERENCES "public"."erp_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_process_standard_id_fk" FOREIGN KEY ("site_id","process_standard_id") REFERENCES "public"."process_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erp_order" ADD CONSTRAINT "erp_order_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erp_order" ADD CONSTRAINT "erp_order_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erp_order" ADD CONSTRAINT "erp_order_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_entry" ADD CONSTRAINT "schedule_entry_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_entry" ADD CONSTRAINT "schedule_entry_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jumbo_roll" ADD CONSTRAINT "jumbo_roll_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jumbo_roll" ADD CONSTRAINT "jumbo_roll_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jumbo_roll" ADD CONSTRAINT "jumbo_roll_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jumbo_roll" ADD CONSTRAINT "jumbo_roll_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cutting" ADD CONSTRAINT "cutting_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cutting" ADD CONSTRAINT "cutting_slitter_id_fk" FOREIGN KEY ("site_id","slitter_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cutting" ADD CONSTRAINT "cutting_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_set" ADD CONSTRAINT "slit_set_cutting_id_fk" FOREIGN KEY ("site_id","cutting_id") REFERENCES "public"."cutting"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_set" ADD CONSTRAINT "slit_set_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_set" ADD CONSTRAINT "slit_set_slitter_id_fk" FOREIGN KEY ("site_id","slitter_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_set" ADD CONSTRAINT "slit_set_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_roll" ADD CONSTRAINT "slit_roll_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_roll" ADD CONSTRAINT "slit_roll_slit_set_id_fk" FOREIGN KEY ("site_id","slit_set_id") REFERENCES "public"."slit_set"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_roll" ADD CONSTRAINT "slit_roll_slitter_id_fk" FOREIGN KEY ("site_id","slitter_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_roll" ADD CONSTRAINT "slit_roll_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_roll" ADD CONSTRAINT "slit_roll_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_roll" ADD CONSTRAINT "slit_roll_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slit_roll" ADD CONSTRAINT "slit_roll_package_id_fk" FOREIGN KEY ("site_id","package_id") REFERENCES "public"."package"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package" ADD CONSTRAINT "package_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package" ADD CONSTRAINT "package_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package" ADD CONSTRAINT "package_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_order" ADD CONSTRAINT "cut_order_slitter_id_fk" FOREIGN KEY ("site_id","slitter_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_order" ADD CONSTRAINT "cut_order_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_order" ADD CONSTRAINT "cut_order_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cut_order" ADD CONSTRAINT "cut_order_cutting_id_fk" FOREIGN KEY ("site_id","cutting_id") REFERENCES "public"."cutting"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knife" ADD CONSTRAINT "knife_slitter_id_fk" FOREIGN KEY ("site_id","slitter_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slitter" ADD CONSTRAINT "slitter_slitter_id_fk" FOREIGN KEY ("site_id","slitter_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_run" ADD CONSTRAINT "machine_run_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_run" ADD CONSTRAINT "machine_run_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_run" ADD CONSTRAINT "machine_run_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_lot" ADD CONSTRAINT "material_lot_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_lot" ADD CONSTRAINT "material_lot_decided_by_fk" FOREIGN KEY ("site_id","decided_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_lot_id_fk" FOREIGN KEY ("site_id","lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recycle" ADD CONSTRAINT "recycle_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recycle" ADD CONSTRAINT "recycle_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_lot_id_fk" FOREIGN KEY ("site_id","lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_giver_id_fk" FOREIGN KEY ("site_id","giver_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_taker_id_fk" FOREIGN KEY ("site_id","taker_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_inspection" ADD CONSTRAINT "daily_inspection_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_inspection" ADD CONSTRAINT "daily_inspection_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_inspection" ADD CONSTRAINT "daily_inspection_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_inspection" ADD CONSTRAINT "post_inspection_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_inspection" ADD CONSTRAINT "post_inspection_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_inspection" ADD CONSTRAINT "post_inspection_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "craft_inspection1" ADD CONSTRAINT "craft_inspection1_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "craft_inspection1" ADD CONSTRAINT "craft_inspection1_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "craft_inspection1" ADD CONSTRAINT "craft_inspection1_process_standard_id_fk" FOREIGN KEY ("site_id","process_standard_id") REFERENCES "public"."process_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "craft_inspection1" ADD CONSTRAINT "craft_inspection1_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "craft_inspection2" ADD CONSTRAINT "craft_inspection2_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "craft_inspection2" ADD CONSTRAINT "craft_inspection2_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "craft_inspection2" ADD CONSTRAINT "craft_inspection2_process_standard_id_fk" FOREIGN KEY ("site_id","process_standard_id") REFERENCES "public"."process_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "craft_inspection2" ADD CONSTRAINT "craft_inspection2_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_time" ADD CONSTRAINT "inspection_time_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_time" ADD CONSTRAINT "inspection_time_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_time" ADD CONSTRAINT "inspection_time_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_inspection" ADD CONSTRAINT "first_inspection_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_inspection" ADD CONSTRAINT "first_inspection_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_inspection" ADD CONSTRAINT "first_inspection_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_inspection" ADD CONSTRAINT "first_inspection_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_record" ADD CONSTRAINT "process_record_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_record" ADD CONSTRAINT "process_record_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_record" ADD CONSTRAINT "process_record_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_conversion" ADD CONSTRAINT "product_conversion_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_conversion" ADD CONSTRAINT "product_conversion_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_conversion" ADD CONSTRAINT "product_conversion_from_order_id_fk" FOREIGN KEY ("site_id","from_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_conversion" ADD CONSTRAINT "product_conversion_to_order_id_fk" FOREIGN KEY ("site_id","to_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_conversion" ADD CONSTRAINT "product_conversion_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_info" ADD CONSTRAINT "product_info_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_info" ADD CONSTRAINT "product_info_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_info" ADD CONSTRAINT "product_info_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_info" ADD CONSTRAINT "product_info_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_summary" ADD CONSTRAINT "team_summary_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_summary" ADD CONSTRAINT "team_summary_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_summary" ADD CONSTRAINT "team_summary_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waste_disposal" ADD CONSTRAINT "waste_disposal_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waste_disposal" ADD CONSTRAINT "waste_disposal_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waste_disposal" ADD CONSTRAINT "waste_disposal_checked_by_fk" FOREIGN KEY ("site_id","checked_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waste_disposal" ADD CONSTRAINT "waste_disposal_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_time" ADD CONSTRAINT "post_time_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_time" ADD CONSTRAINT "post_time_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_time" ADD CONSTRAINT "post_time_person_id_fk" FOREIGN KEY ("site_id","person_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_time" ADD CONSTRAINT "post_time_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_standard" ADD CONSTRAINT "process_standard_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_standard" ADD CONSTRAINT "process_standard_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_standard" ADD CONSTRAINT "process_standard_approved_by_fk" FOREIGN KEY ("site_id","approved_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_code_idx" ON "customer" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "customer_active_idx" ON "customer" USING btree ("site_id","active","code","id");--> statement-breakpoint
CREATE INDEX "work_order_planned_start_idx" ON "work_order" USING btree ("site_id","planned_start","id");--> statement-breakpoint
CREATE INDEX "work_order_state_idx" ON "work_order" USING btree ("site_id","state","planned_start","id");--> statement-breakpoint
CREATE INDEX "work_order_line_id_idx" ON "work_order" USING btree ("site_id","line_id","planned_start","id");--> statement-breakpoint
CREATE INDEX "work_order_customer_id_idx" ON "work_order" USING btree ("site_id","customer_id","planned_start","id");--> statement-breakpoint
CREATE INDEX "work_order_product_id_idx" ON "work_order" USING btree ("site_id","product_id","planned_start","id");--> statement-breakpoint
CREATE INDEX "work_order_priority_idx" ON "work_order" USING btree ("site_id","priority","planned_start","id");--> statement-breakpoint
CREATE INDEX "work_order_due_on_idx" ON "work_order" USING btree ("site_id","due_on","planned_start","id");--> statement-breakpoint
CREATE INDEX "work_order_started_at_idx" ON "work_order" USING btree ("site_id","started_at","planned_start","id");--> statement-breakpoint
CREATE INDEX "work_order_finished_at_idx" ON "work_order" USING btree ("site_id","finished_at","planned_start","id");--> statement-breakpoint
CREATE INDEX "work_order_batch_idx" ON "work_order" USING btree ("site_id","batch","planned_start","id");--> statement-breakpoint
CREATE INDEX "erp_order_created_at_idx" ON "erp_order" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "erp_order_state_idx" ON "erp_order" USING btree ("site_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "erp_order_source_idx" ON "erp_order" USING btree ("site_id","source","created_at","id");--> statement-breakpoint
CREATE INDEX "erp_order_customer_id_idx" ON "erp_order" USING btree ("site_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "erp_order_product_id_idx" ON "erp_order" USING btree ("site_id","product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "erp_order_due_on_idx" ON "erp_order" USING btree ("site_id","due_on","created_at","id");--> statement-breakpoint
CREATE INDEX "erp_order_ordered_on_idx" ON "erp_order" USING btree ("site_id","ordered_on","created_at","id");--> statement-breakpoint
CREATE INDEX "erp_order_work_order_id_idx" ON "erp_order" USING btree ("site_id","work_order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "erp_source_name_idx" ON "erp_source" USING btree ("site_id","name","id");--> statement-breakpoint
CREATE INDEX "erp_source_active_idx" ON "erp_source" USING btree ("site_id","active","name","id");--> statement-breakpoint
CREATE INDEX "schedule_entry_starts_at_idx" ON "schedule_entry" USING btree ("site_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "schedule_entry_work_order_id_idx" ON "schedule_entry" USING btree ("site_id","work_order_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "schedule_entry_line_id_idx" ON "schedule_entry" USING btree ("site_id","line_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "schedule_entry_ends_at_idx" ON "schedule_entry" USING btree ("site_id","ends_at","starts_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_started_at_idx" ON "jumbo_roll" USING btree ("site_id","started_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_state_idx" ON "jumbo_roll" USING btree ("site_id","state","started_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_work_order_id_idx" ON "jumbo_roll" USING btree ("site_id","work_order_id","started_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_product_id_idx" ON "jumbo_roll" USING btree ("site_id","product_id","started_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_line_id_idx" ON "jumbo_roll" USING btree ("site_id","line_id","started_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_business_date_idx" ON "jumbo_roll" USING btree ("site_id","business_date","started_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_shift_idx" ON "jumbo_roll" USING btree ("site_id","shift","started_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_team_idx" ON "jumbo_roll" USING btree ("site_id","team","started_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_user_id_idx" ON "jumbo_roll" USING btree ("site_id","user_id","started_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_doffed_at_idx" ON "jumbo_roll" USING btree ("site_id","doffed_at","started_at","id");--> statement-breakpoint
CREATE INDEX "jumbo_roll_grade_idx" ON "jumbo_roll" USING btree ("site_id","grade","started_at","id");--> statement-breakpoint
CREATE INDEX "cutting_started_at_idx" ON "cutting" USING btree ("site_id","started_at","id");--> statement-breakpoint
CREATE INDEX "cutting_jumbo_roll_id_idx" ON "cutting" USING btree ("site_id","jumbo_roll_id","started_at","id");--> statement-breakpoint
CREATE INDEX "cutting_slitter_id_idx" ON "cutting" USING btree ("site_id","slitter_id","started_at","id");--> statement-breakpoint
CREATE INDEX "cutting_state_idx" ON "cutting" USING btree ("site_id","state","started_at","id");--> statement-breakpoint
CREATE INDEX "cutting_business_date_idx" ON "cutting" USING btree ("site_id","business_date","started_at","id");--> statement-breakpoint
CREATE INDEX "cutting_shift_idx" ON "cutting" USING btree ("site_id","shift","started_at","id");--> statement-breakpoint
CREATE INDEX "cutting_team_idx" ON "cutting" USING btree ("site_id","team","started_at","id");--> statement-breakpoint
CREATE INDEX "cutting_ended_at_idx" ON "cutting" USING btree ("site_id","ended_at","started_at","id");--> statement-breakpoint
CREATE INDEX "slit_set_doffed_at_idx" ON "slit_set" USING btree ("site_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_set_cutting_id_idx" ON "slit_set" USING btree ("site_id","cutting_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_set_jumbo_roll_id_idx" ON "slit_set" USING btree ("site_id","jumbo_roll_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_set_slitter_id_idx" ON "slit_set" USING btree ("site_id","slitter_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_set_state_idx" ON "slit_set" USING btree ("site_id","state","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_set_business_date_idx" ON "slit_set" USING btree ("site_id","business_date","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_set_shift_idx" ON "slit_set" USING btree ("site_id","shift","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_set_team_idx" ON "slit_set" USING btree ("site_id","team","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_doffed_at_idx" ON "slit_roll" USING btree ("site_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_state_idx" ON "slit_roll" USING btree ("site_id","state","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_jumbo_roll_id_idx" ON "slit_roll" USING btree ("site_id","jumbo_roll_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_slit_set_id_idx" ON "slit_roll" USING btree ("site_id","slit_set_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_slitter_id_idx" ON "slit_roll" USING btree ("site_id","slitter_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_work_order_id_idx" ON "slit_roll" USING btree ("site_id","work_order_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_product_id_idx" ON "slit_roll" USING btree ("site_id","product_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_width_mm_idx" ON "slit_roll" USING btree ("site_id","width_mm","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_business_date_idx" ON "slit_roll" USING btree ("site_id","business_date","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_team_idx" ON "slit_roll" USING btree ("site_id","team","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_grade_idx" ON "slit_roll" USING btree ("site_id","grade","doffed_at","id");--> statement-breakpoint
CREATE INDEX "slit_roll_package_id_idx" ON "slit_roll" USING btree ("site_id","package_id","doffed_at","id");--> statement-breakpoint
CREATE INDEX "package_created_at_idx" ON "package" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "package_work_order_id_idx" ON "package" USING btree ("site_id","work_order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "package_customer_id_idx" ON "package" USING btree ("site_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "package_state_idx" ON "package" USING btree ("site_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "package_business_date_idx" ON "package" USING btree ("site_id","business_date","created_at","id");--> statement-breakpoint
CREATE INDEX "package_packed_at_idx" ON "package" USING btree ("site_id","packed_at","created_at","id");--> statement-breakpoint
CREATE INDEX "cut_order_sequence_idx" ON "cut_order" USING btree ("site_id","sequence","id");--> statement-breakpoint
CREATE INDEX "cut_order_slitter_id_idx" ON "cut_order" USING btree ("site_id","slitter_id","sequence","id");--> statement-breakpoint
CREATE INDEX "cut_order_work_order_id_idx" ON "cut_order" USING btree ("site_id","work_order_id","sequence","id");--> statement-breakpoint
CREATE INDEX "cut_order_jumbo_roll_id_idx" ON "cut_order" USING btree ("site_id","jumbo_roll_id","sequence","id");--> statement-breakpoint
CREATE INDEX "cut_order_cutting_id_idx" ON "cut_order" USING btree ("site_id","cutting_id","sequence","id");--> statement-breakpoint
CREATE INDEX "knife_place_idx" ON "knife" USING btree ("site_id","place","id");--> statement-breakpoint
CREATE INDEX "knife_slitter_id_idx" ON "knife" USING btree ("site_id","slitter_id","place","id");--> statement-breakpoint
CREATE INDEX "knife_mounted_at_idx" ON "knife" USING btree ("site_id","mounted_at","place","id");--> statement-breakpoint
CREATE INDEX "knife_removed_at_idx" ON "knife" USING btree ("site_id","removed_at","place","id");--> statement-breakpoint
CREATE INDEX "slitter_slitter_id_idx" ON "slitter" USING btree ("site_id","slitter_id","id");--> statement-breakpoint
CREATE INDEX "machine_run_on_at_idx" ON "machine_run" USING btree ("site_id","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_machine_idx" ON "machine_run" USING btree ("site_id","machine","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_line_id_idx" ON "machine_run" USING btree ("site_id","line_id","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_work_order_id_idx" ON "machine_run" USING btree ("site_id","work_order_id","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_off_at_idx" ON "machine_run" USING btree ("site_id","off_at","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_business_date_idx" ON "machine_run" USING btree ("site_id","business_date","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_team_idx" ON "machine_run" USING btree ("site_id","team","on_at","id");--> statement-breakpoint
CREATE INDEX "material_code_idx" ON "material" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "material_kind_idx" ON "material" USING btree ("site_id","kind","code","id");--> statement-breakpoint
CREATE INDEX "material_active_idx" ON "material" USING btree ("site_id","active","code","id");--> statement-breakpoint
CREATE INDEX "material_lot_received_on_idx" ON "material_lot" USING btree ("site_id","received_on","id");--> statement-breakpoint
CREATE INDEX "material_lot_material_id_idx" ON "material_lot" USING btree ("site_id","material_id","received_on","id");--> statement-breakpoint
CREATE INDEX "material_lot_state_idx" ON "material_lot" USING btree ("site_id","state","received_on","id");--> statement-breakpoint
CREATE INDEX "material_lot_expires_on_idx" ON "material_lot" USING btree ("site_id","expires_on","received_on","id");--> statement-breakpoint
CREATE INDEX "material_lot_left_kg_idx" ON "material_lot" USING btree ("site_id","left_kg","received_on","id");--> statement-breakpoint
CREATE INDEX "feed_fed_at_idx" ON "feed" USING btree ("site_id","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_kind_idx" ON "feed" USING btree ("site_id","kind","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_work_order_id_idx" ON "feed" USING btree ("site_id","work_order_id","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_line_id_idx" ON "feed" USING btree ("site_id","line_id","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_material_id_idx" ON "feed" USING btree ("site_id","material_id","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_lot_id_idx" ON "feed" USING btree ("site_id","lot_id","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_user_id_idx" ON "feed" USING btree ("site_id","user_id","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_business_date_idx" ON "feed" USING btree ("site_id","business_date","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_shift_idx" ON "feed" USING btree ("site_id","shift","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_team_idx" ON "feed" USING btree ("site_id","team","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_counter_of_idx" ON "feed" USING btree ("site_id","counter_of","fed_at","id");--> statement-breakpoint
CREATE INDEX "recycle_occurred_at_idx" ON "recycle" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_work_order_id_idx" ON "recycle" USING btree ("site_id","work_order_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_line_id_idx" ON "recycle" USING btree ("site_id","line_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_kind_idx" ON "recycle" USING btree ("site_id","kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_destination_idx" ON "recycle" USING btree ("site_id","destination","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_business_date_idx" ON "recycle" USING btree ("site_id","business_date","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_team_idx" ON "recycle" USING btree ("site_id","team","occurred_at","id");--> statement-breakpoint
CREATE INDEX "material_time_starts_at_idx" ON "material_time" USING btree ("site_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "material_time_work_order_id_idx" ON "material_time" USING btree ("site_id","work_order_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "material_time_line_id_idx" ON "material_time" USING btree ("site_id","line_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "material_time_kind_idx" ON "material_time" USING btree ("site_id","kind","starts_at","id");--> statement-breakpoint
CREATE INDEX "material_time_material_id_idx" ON "material_time" USING btree ("site_id","material_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "material_time_lot_id_idx" ON "material_time" USING btree ("site_id","lot_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "handover_business_date_idx" ON "handover" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_kind_idx" ON "handover" USING btree ("site_id","kind","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_state_idx" ON "handover" USING btree ("site_id","state","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_line_id_idx" ON "handover" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_shift_idx" ON "handover" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_team_idx" ON "handover" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_giver_id_idx" ON "handover" USING btree ("site_id","giver_id","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_taker_id_idx" ON "handover" USING btree ("site_id","taker_id","business_date","id");--> statement-breakpoint
CREATE INDEX "daily_inspection_business_date_idx" ON "daily_inspection" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "daily_inspection_line_id_idx" ON "daily_inspection" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "daily_inspection_work_order_id_idx" ON "daily_inspection" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "daily_inspection_shift_idx" ON "daily_inspection" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "daily_inspection_team_idx" ON "daily_inspection" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "daily_inspection_result_idx" ON "daily_inspection" USING btree ("site_id","result","business_date","id");--> statement-breakpoint
CREATE INDEX "post_inspection_business_date_idx" ON "post_inspection" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "post_inspection_line_id_idx" ON "post_inspection" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "post_inspection_work_order_id_idx" ON "post_inspection" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "post_inspection_shift_idx" ON "post_inspection" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "post_inspection_team_idx" ON "post_inspection" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "post_inspection_result_idx" ON "post_inspection" USING btree ("site_id","result","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection1_business_date_idx" ON "craft_inspection1" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection1_line_id_idx" ON "craft_inspection1" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection1_work_order_id_idx" ON "craft_inspection1" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection1_shift_idx" ON "craft_inspection1" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection1_team_idx" ON "craft_inspection1" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection1_result_idx" ON "craft_inspection1" USING btree ("site_id","result","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection2_business_date_idx" ON "craft_inspection2" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection2_line_id_idx" ON "craft_inspection2" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection2_work_order_id_idx" ON "craft_inspection2" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection2_shift_idx" ON "craft_inspection2" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection2_team_idx" ON "craft_inspection2" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "craft_inspection2_result_idx" ON "craft_inspection2" USING btree ("site_id","result","business_date","id");--> statement-breakpoint
CREATE INDEX "inspection_time_due_at_idx" ON "inspection_time" USING btree ("site_id","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_time_line_id_idx" ON "inspection_time" USING btree ("site_id","line_id","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_time_work_order_id_idx" ON "inspection_time" USING btree ("site_id","work_order_id","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_time_business_date_idx" ON "inspection_time" USING btree ("site_id","business_date","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_time_shift_idx" ON "inspection_time" USING btree ("site_id","shift","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_time_team_idx" ON "inspection_time" USING btree ("site_id","team","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_time_inspection_idx" ON "inspection_time" USING btree ("site_id","inspection","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_time_done_at_idx" ON "inspection_time" USING btree ("site_id","done_at","due_at","id");--> statement-breakpoint
CREATE INDEX "first_inspection_business_date_idx" ON "first_inspection" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "first_inspection_line_id_idx" ON "first_inspection" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "first_inspection_work_order_id_idx" ON "first_inspection" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "first_inspection_shift_idx" ON "first_inspection" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "first_inspection_team_idx" ON "first_inspection" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "first_inspection_result_idx" ON "first_inspection" USING btree ("site_id","result","business_date","id");--> statement-breakpoint
CREATE INDEX "first_inspection_jumbo_roll_id_idx" ON "first_inspection" USING btree ("site_id","jumbo_roll_id","business_date","id");--> statement-breakpoint
CREATE INDEX "process_record_occurred_at_idx" ON "process_record" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "process_record_line_id_idx" ON "process_record" USING btree ("site_id","line_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "process_record_work_order_id_idx" ON "process_record" USING btree ("site_id","work_order_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "process_record_business_date_idx" ON "process_record" USING btree ("site_id","business_date","occurred_at","id");--> statement-breakpoint
CREATE INDEX "process_record_shift_idx" ON "process_record" USING btree ("site_id","shift","occurred_at","id");--> statement-breakpoint
CREATE INDEX "process_record_team_idx" ON "process_record" USING btree ("site_id","team","occurred_at","id");--> statement-breakpoint
CREATE INDEX "process_record_kind_idx" ON "process_record" USING btree ("site_id","kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "product_conversion_starts_at_idx" ON "product_conversion" USING btree ("site_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "product_conversion_line_id_idx" ON "product_conversion" USING btree ("site_id","line_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "product_conversion_work_order_id_idx" ON "product_conversion" USING btree ("site_id","work_order_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "product_conversion_business_date_idx" ON "product_conversion" USING btree ("site_id","business_date","starts_at","id");--> statement-breakpoint
CREATE INDEX "product_conversion_shift_idx" ON "product_conversion" USING btree ("site_id","shift","starts_at","id");--> statement-breakpoint
CREATE INDEX "product_conversion_team_idx" ON "product_conversion" USING btree ("site_id","team","starts_at","id");--> statement-breakpoint
CREATE INDEX "product_conversion_from_order_id_idx" ON "product_conversion" USING btree ("site_id","from_order_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "product_conversion_to_order_id_idx" ON "product_conversion" USING btree ("site_id","to_order_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "product_info_business_date_idx" ON "product_info" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "product_info_line_id_idx" ON "product_info" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "product_info_work_order_id_idx" ON "product_info" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "product_info_shift_idx" ON "product_info" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "product_info_team_idx" ON "product_info" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "product_info_product_id_idx" ON "product_info" USING btree ("site_id","product_id","business_date","id");--> statement-breakpoint
CREATE INDEX "product_info_valid_from_idx" ON "product_info" USING btree ("site_id","valid_from","business_date","id");--> statement-breakpoint
CREATE INDEX "product_info_valid_to_idx" ON "product_info" USING btree ("site_id","valid_to","business_date","id");--> statement-breakpoint
CREATE INDEX "team_summary_business_date_idx" ON "team_summary" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "team_summary_line_id_idx" ON "team_summary" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "team_summary_work_order_id_idx" ON "team_summary" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "team_summary_shift_idx" ON "team_summary" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "team_summary_team_idx" ON "team_summary" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "waste_disposal_business_date_idx" ON "waste_disposal" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "waste_disposal_line_id_idx" ON "waste_disposal" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "waste_disposal_work_order_id_idx" ON "waste_disposal" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "waste_disposal_shift_idx" ON "waste_disposal" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "waste_disposal_team_idx" ON "waste_disposal" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "waste_disposal_state_idx" ON "waste_disposal" USING btree ("site_id","state","business_date","id");--> statement-breakpoint
CREATE INDEX "post_time_starts_at_idx" ON "post_time" USING btree ("site_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "post_time_line_id_idx" ON "post_time" USING btree ("site_id","line_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "post_time_work_order_id_idx" ON "post_time" USING btree ("site_id","work_order_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "post_time_business_date_idx" ON "post_time" USING btree ("site_id","business_date","starts_at","id");--> statement-breakpoint
CREATE INDEX "post_time_shift_idx" ON "post_time" USING btree ("site_id","shift","starts_at","id");--> statement-breakpoint
CREATE INDEX "post_time_team_idx" ON "post_time" USING btree ("site_id","team","starts_at","id");--> statement-breakpoint
CREATE INDEX "post_time_post_idx" ON "post_time" USING btree ("site_id","post","starts_at","id");--> statement-breakpoint
CREATE INDEX "post_time_person_id_idx" ON "post_time" USING btree ("site_id","person_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "stop_reason_sort_order_idx" ON "stop_reason" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "stop_reason_class_idx" ON "stop_reason" USING btree ("site_id","class","sort_order","id");--> statement-breakpoint
CREATE INDEX "stop_reason_parent_id_idx" ON "stop_reason" USING btree ("site_id","parent_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "stop_reason_active_idx" ON "stop_reason" USING btree ("site_id","active","sort_order","id");--> statement-breakpoint
CREATE INDEX "product_code_idx" ON "product" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "product_family_idx" ON "product" USING btree ("site_id","family","code","id");--> statement-breakpoint
CREATE INDEX "product_treatment_idx" ON "product" USING btree ("site_id","treatment","code","id");--> statement-breakpoint
CREATE INDEX "product_gsm_idx" ON "product" USING btree ("site_id","gsm","code","id");--> statement-breakpoint
CREATE INDEX "product_active_idx" ON "product" USING btree ("site_id","active","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_code_idx" ON "process_standard" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_state_idx" ON "process_standard" USING btree ("site_id","state","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_newest_idx" ON "process_standard" USING btree ("site_id","newest","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_variant_idx" ON "process_standard" USING btree ("site_id","variant","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_product_id_idx" ON "process_standard" USING btree ("site_id","product_id","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_line_id_idx" ON "process_standard" USING btree ("site_id","line_id","code","id");--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_reason_id_fk" FOREIGN KEY ("site_id","reason_id") REFERENCES "public"."stop_reason"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_explained_by_fk" FOREIGN KEY ("site_id","explained_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_stop_state_idx" ON "line_stop" USING btree ("site_id","state","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_reason_id_idx" ON "line_stop" USING btree ("site_id","reason_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_source_idx" ON "line_stop" USING btree ("site_id","source","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_work_order_id_idx" ON "line_stop" USING btree ("site_id","work_order_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_business_date_idx" ON "line_stop" USING btree ("site_id","business_date","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_shift_idx" ON "line_stop" USING btree ("site_id","shift","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_team_idx" ON "line_stop" USING btree ("site_id","team","started_at","id");