CREATE TABLE "session" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"device" text,
	"address" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"verified_at" timestamp(3) with time zone,
	CONSTRAINT "session_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "session_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "credential" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credential_pk" PRIMARY KEY("site_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "login_failure" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "login_failure_pk" PRIMARY KEY("site_id","key")
);
--> statement-breakpoint
CREATE TABLE "sync_op" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"op_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"op" text NOT NULL,
	"request_hash" text NOT NULL,
	"response" jsonb NOT NULL,
	"client_id" text,
	"seq" bigint,
	"occurred_at" timestamp(3) with time zone,
	"received_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"drift" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sync_op_pk" PRIMARY KEY("site_id","op_id")
);
--> statement-breakpoint
CREATE TABLE "stored_file" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"sent_sha256" text,
	"sha256" text,
	"mime" text,
	"name" text,
	"size" bigint,
	"received" bigint DEFAULT 0 NOT NULL,
	"width" integer,
	"height" integer,
	"thumb_sha256" text,
	"why" text,
	"created_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stored_file_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "file_use" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"file_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"row_id" uuid NOT NULL,
	CONSTRAINT "file_use_pk" PRIMARY KEY("site_id","file_id","resource","row_id")
);
--> statement-breakpoint
CREATE TABLE "gone_row" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"resource" text NOT NULL,
	"row_id" uuid NOT NULL,
	"gone_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gone_row_pk" PRIMARY KEY("site_id","resource","row_id")
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"series" text NOT NULL,
	"last" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "number_series_pk" PRIMARY KEY("site_id","series")
);
--> statement-breakpoint
CREATE TABLE "job_run" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"job" text NOT NULL,
	"holder" text,
	"lease_until" timestamp(3) with time zone,
	"ran_at" timestamp(3) with time zone,
	"failed_at" timestamp(3) with time zone,
	"error" text,
	CONSTRAINT "job_run_pk" PRIMARY KEY("site_id","job")
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "setting_pk" PRIMARY KEY("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "menu" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"parent_id" uuid,
	"menu_type" integer NOT NULL,
	"url" text NOT NULL,
	"icon" text,
	"position" integer NOT NULL,
	CONSTRAINT "menu_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "menu_name_key" UNIQUE("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "role" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"authority" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"note" text,
	CONSTRAINT "role_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "role_code_key" UNIQUE("site_id","code"),
	CONSTRAINT "role_name_key" UNIQUE("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "department" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"name_en" text,
	"parent_id" uuid,
	"principal_id" uuid,
	"phone" text,
	"kind" text DEFAULT 'production' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "department_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "department_name_key" UNIQUE("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"user_name" text NOT NULL,
	"account_name" text NOT NULL,
	"nickname" text,
	"role_id" uuid NOT NULL,
	"department_id" uuid,
	"team" text,
	"gender" text DEFAULT 'unstated' NOT NULL,
	"phone" text,
	"user_type" text DEFAULT 'standard' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"is_sup" boolean DEFAULT false NOT NULL,
	"must_change" boolean DEFAULT false NOT NULL,
	"last_login_at" timestamp(3) with time zone,
	"photo" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "app_user_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "app_user_user_name_key" UNIQUE("site_id","user_name")
);
--> statement-breakpoint
CREATE TABLE "operation_log" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"user_name" text,
	"address" text,
	"via" text NOT NULL,
	"operation" text NOT NULL,
	"resource" text,
	"row_id" text,
	"row_title" text,
	"action" text NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text,
	"occurred_at" timestamp(3) with time zone,
	CONSTRAINT "operation_log_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "login_log" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	"user_name" text,
	"user_id" uuid,
	"address" text,
	"device" text,
	"outcome" text NOT NULL,
	CONSTRAINT "login_log_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "upload_log" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"type" text NOT NULL,
	"file_name" text,
	"at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"rows" integer,
	"created" integer,
	"updated" integer,
	"result" text,
	CONSTRAINT "upload_log_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "line" (
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
	"ideal_speed" numeric(18, 1),
	"width" numeric(18, 3),
	"sort_order" integer,
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "line_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "line_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "plant_area" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"parent_id" uuid,
	"principal_id" uuid,
	"sort_order" integer,
	"note" text,
	CONSTRAINT "plant_area_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "plant_area_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "equipment" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"category" text,
	"line_id" uuid,
	"area_id" uuid,
	"model" text,
	"maker" text,
	"serial_number" text,
	"state" text DEFAULT 'inUse' NOT NULL,
	"condition" text DEFAULT 'normal' NOT NULL,
	"criticality" text DEFAULT 'B' NOT NULL,
	"spare_part_number" text,
	"installed_on" date,
	"repaired_on" date,
	"running_hours" numeric(18, 1),
	"rated_power" numeric(18, 2),
	"principal_id" uuid,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"documents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"custom" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "equipment_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "equipment_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "custom_field" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"applies_to" text DEFAULT 'equipment' NOT NULL,
	"key" text NOT NULL,
	"label_zh" text NOT NULL,
	"label_en" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text,
	"low" numeric(18, 6),
	"high" numeric(18, 6),
	"decimals" integer,
	"max_length" integer,
	"choices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mandatory" boolean DEFAULT false NOT NULL,
	"sort_order" integer,
	CONSTRAINT "custom_field_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "custom_field_applies_to_key_key" UNIQUE("site_id","applies_to","key")
);
--> statement-breakpoint
CREATE TABLE "use_record" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"from_state" text,
	"state" text NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"place" text,
	"reason" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "use_record_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "first_level_check" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "first_level_check_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "second_level_check" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"findings" text,
	"measures" text,
	"hours" numeric(18, 2),
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "second_level_check_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "electric_record" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"circuit" text,
	"voltage" numeric(18, 1),
	"current" numeric(18, 2),
	"insulation" numeric(18, 2),
	"temperature" numeric(18, 1),
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"work" text,
	"hours" numeric(18, 2),
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "electric_record_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "upkeep_record" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"plan_id" uuid,
	"title" text,
	"reading" numeric(18, 3),
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hours" numeric(18, 2),
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "upkeep_record_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "assist_record" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"kind" text NOT NULL,
	"work" text NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hours" numeric(18, 2),
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "assist_record_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "detection_record" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"kind" text NOT NULL,
	"meter_id" uuid,
	"instrument" text,
	"standard" text,
	"values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "detection_record_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "parts_record" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"repair_id" uuid,
	"position" text,
	"cause" text NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hours" numeric(18, 2),
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "parts_record_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "electrical_parts_record" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"repair_id" uuid,
	"position" text,
	"cause" text NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hours" numeric(18, 2),
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	"circuit" text,
	"settings" text,
	CONSTRAINT "electrical_parts_record_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "main_lubrication" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"points" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"running_hours" numeric(18, 1),
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "main_lubrication_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "slitting_lubrication" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"points" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"running_hours" numeric(18, 1),
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "slitting_lubrication_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "team_check" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"line_id" uuid NOT NULL,
	"team" text,
	"shift" text,
	"kind" text DEFAULT 'electrical' NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "team_check_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "mechanical_check" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"part" text,
	"meter_id" uuid,
	"vibration" numeric(18, 2),
	"bearing_temperature" numeric(18, 1),
	"noise" numeric(18, 1),
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" text NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"next_due_on" date,
	CONSTRAINT "mechanical_check_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "meter" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text NOT NULL,
	"place" text,
	"line_id" uuid,
	"equipment_id" uuid,
	"range_low" numeric(18, 6),
	"range_high" numeric(18, 6),
	"maker" text,
	"model" text,
	"serial_number" text,
	"counter" boolean DEFAULT false NOT NULL,
	"rolls_over_at" numeric(18, 3),
	"calibrated_on" date,
	"calibration_months" integer,
	"calibration_soon_days" integer DEFAULT 30 NOT NULL,
	"calibration_due_on" date,
	"certificates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_reading" numeric(18, 6),
	"last_read_at" timestamp(3) with time zone,
	"image" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "meter_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "meter_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "meter_reading" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"meter_id" uuid NOT NULL,
	"read_at" timestamp(3) with time zone NOT NULL,
	"value" numeric(18, 6) NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"old_final" numeric(18, 6),
	"new_start" numeric(18, 6),
	"jump_confirmed" boolean DEFAULT false NOT NULL,
	"used" numeric(18, 6),
	"verdict" text,
	"user_id" uuid,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "meter_reading_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "meter_reading_meter_id_read_at_key" UNIQUE("site_id","meter_id","read_at")
);
--> statement-breakpoint
CREATE TABLE "polling_plan" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"line_id" uuid,
	"frequency" text NOT NULL,
	"every" integer,
	"minutes_after_start" integer,
	"first_time" text,
	"times" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"monday" boolean DEFAULT true NOT NULL,
	"tuesday" boolean DEFAULT true NOT NULL,
	"wednesday" boolean DEFAULT true NOT NULL,
	"thursday" boolean DEFAULT true NOT NULL,
	"friday" boolean DEFAULT true NOT NULL,
	"saturday" boolean DEFAULT true NOT NULL,
	"sunday" boolean DEFAULT true NOT NULL,
	"minutes_before" integer DEFAULT 30 NOT NULL,
	"minutes_after" integer DEFAULT 60 NOT NULL,
	"valid_from" date NOT NULL,
	"valid_until" date,
	"paused" boolean DEFAULT false NOT NULL,
	"role_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"points" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "polling_plan_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "polling_plan_name_key" UNIQUE("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "polling_round" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"round_key" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"plan_name" text NOT NULL,
	"line_id" uuid,
	"due_at" timestamp(3) with time zone NOT NULL,
	"opens_at" timestamp(3) with time zone NOT NULL,
	"closes_at" timestamp(3) with time zone NOT NULL,
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"state" text NOT NULL,
	"role_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"assigned_to" uuid,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	"user_id" uuid,
	"points_total" integer DEFAULT 0 NOT NULL,
	"points_done" integer DEFAULT 0 NOT NULL,
	"points_skipped" integer DEFAULT 0 NOT NULL,
	"findings" integer DEFAULT 0 NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	"points" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "polling_round_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "polling_round_round_key_key" UNIQUE("site_id","round_key")
);
--> statement-breakpoint
CREATE TABLE "polling_result" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"round_id" uuid NOT NULL,
	"point_key" text NOT NULL,
	"state" text NOT NULL,
	"presence" text,
	"scanned_text" text,
	"reason" text,
	"values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"plan_id" uuid,
	"equipment_id" uuid,
	"line_id" uuid,
	"verdict" text,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"user_id" uuid,
	"repair_id" uuid,
	CONSTRAINT "polling_result_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "repair" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"equipment_id" uuid NOT NULL,
	"fault_kind" text NOT NULL,
	"severity" text NOT NULL,
	"description" text,
	"breakdown" boolean DEFAULT true NOT NULL,
	"line_stopped" boolean DEFAULT false NOT NULL,
	"stopped_at" timestamp(3) with time zone,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"polling_result_id" uuid,
	"line_id" uuid,
	"reported_by" uuid,
	"reported_at" timestamp(3) with time zone NOT NULL,
	"accepted_by" uuid,
	"accepted_at" timestamp(3) with time zone,
	"causes" text,
	"actions" text,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hours" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"work_images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"running_again_at" timestamp(3) with time zone,
	"repair_end_at" timestamp(3) with time zone,
	"finished_by" uuid,
	"production_by" uuid,
	"production_at" timestamp(3) with time zone,
	"final_by" uuid,
	"final_at" timestamp(3) with time zone,
	"reason" text,
	"rejected_by" uuid,
	"rejected_at" timestamp(3) with time zone,
	"rejections" integer DEFAULT 0 NOT NULL,
	"stop_id" uuid,
	CONSTRAINT "repair_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "repair_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "line_stop" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"equipment_id" uuid,
	"repair_id" uuid,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"reason" text DEFAULT 'breakdown' NOT NULL,
	"note" text,
	CONSTRAINT "line_stop_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "upkeep_plan" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"title" text NOT NULL,
	"calendar_every" integer,
	"calendar_unit" text,
	"day_of_month" integer,
	"soon_days" integer DEFAULT 7 NOT NULL,
	"grace_days" integer DEFAULT 0 NOT NULL,
	"meter_every" numeric(18, 3),
	"meter_unit" text,
	"meter_id" uuid,
	"soon_percent" integer DEFAULT 90 NOT NULL,
	"overdue_percent" integer DEFAULT 110 NOT NULL,
	"last_done_on" date NOT NULL,
	"last_reading" numeric(18, 3),
	"tasks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"planned_hours" numeric(18, 2),
	"responsible" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"note" text,
	"current_reading" numeric(18, 3),
	"current_read_at" timestamp(3) with time zone,
	"next_due_on" date,
	"state" text DEFAULT 'ok' NOT NULL,
	CONSTRAINT "upkeep_plan_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "upkeep_plan_equipment_id_title_key" UNIQUE("site_id","equipment_id","title")
);
--> statement-breakpoint
CREATE TABLE "weekly_work" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"week" text NOT NULL,
	"title" text NOT NULL,
	"line_id" uuid,
	"equipment_id" uuid,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"planned_on" date,
	"done_on" date,
	"result" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"carried_from" uuid,
	CONSTRAINT "weekly_work_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "spare_part" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'mechanical' NOT NULL,
	"model" text,
	"maker" text,
	"supplier" text,
	"unit" text NOT NULL,
	"location" text,
	"quantity" numeric(18, 3) DEFAULT 0 NOT NULL,
	"minimum" numeric(18, 3) DEFAULT 0 NOT NULL,
	"order_up_to" numeric(18, 3),
	"on_order" numeric(18, 3) DEFAULT 0 NOT NULL,
	"unit_price" numeric(18, 4),
	"low" boolean DEFAULT false NOT NULL,
	"equipment_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"image" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "spare_part_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "spare_part_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "stock_movement" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"part_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"quantity" numeric(18, 3) NOT NULL,
	"repair_id" uuid,
	"reason" text,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"quantity_after" numeric(18, 3),
	"upkeep_record_id" uuid,
	"user_id" uuid,
	CONSTRAINT "stock_movement_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_principal_id_fk" FOREIGN KEY ("site_id","principal_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_role_id_fk" FOREIGN KEY ("site_id","role_id") REFERENCES "public"."role"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_department_id_fk" FOREIGN KEY ("site_id","department_id") REFERENCES "public"."department"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_log" ADD CONSTRAINT "operation_log_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_log" ADD CONSTRAINT "login_log_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_log" ADD CONSTRAINT "upload_log_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_area" ADD CONSTRAINT "plant_area_principal_id_fk" FOREIGN KEY ("site_id","principal_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_area_id_fk" FOREIGN KEY ("site_id","area_id") REFERENCES "public"."plant_area"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_principal_id_fk" FOREIGN KEY ("site_id","principal_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_record" ADD CONSTRAINT "use_record_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_record" ADD CONSTRAINT "use_record_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_level_check" ADD CONSTRAINT "first_level_check_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_level_check" ADD CONSTRAINT "second_level_check_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "electric_record" ADD CONSTRAINT "electric_record_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upkeep_record" ADD CONSTRAINT "upkeep_record_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upkeep_record" ADD CONSTRAINT "upkeep_record_plan_id_fk" FOREIGN KEY ("site_id","plan_id") REFERENCES "public"."upkeep_plan"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assist_record" ADD CONSTRAINT "assist_record_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detection_record" ADD CONSTRAINT "detection_record_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detection_record" ADD CONSTRAINT "detection_record_meter_id_fk" FOREIGN KEY ("site_id","meter_id") REFERENCES "public"."meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parts_record" ADD CONSTRAINT "parts_record_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parts_record" ADD CONSTRAINT "parts_record_repair_id_fk" FOREIGN KEY ("site_id","repair_id") REFERENCES "public"."repair"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "electrical_parts_record" ADD CONSTRAINT "electrical_parts_record_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "electrical_parts_record" ADD CONSTRAINT "electrical_parts_record_repair_id_fk" FOREIGN KEY ("site_id","repair_id") REFERENCES "public"."repair"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "main_lubrication" ADD CONSTRAINT "main_lubrication_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slitting_lubrication" ADD CONSTRAINT "slitting_lubrication_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_check" ADD CONSTRAINT "team_check_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_check" ADD CONSTRAINT "team_check_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mechanical_check" ADD CONSTRAINT "mechanical_check_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mechanical_check" ADD CONSTRAINT "mechanical_check_meter_id_fk" FOREIGN KEY ("site_id","meter_id") REFERENCES "public"."meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter" ADD CONSTRAINT "meter_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter" ADD CONSTRAINT "meter_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_reading" ADD CONSTRAINT "meter_reading_meter_id_fk" FOREIGN KEY ("site_id","meter_id") REFERENCES "public"."meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_reading" ADD CONSTRAINT "meter_reading_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_plan" ADD CONSTRAINT "polling_plan_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_round" ADD CONSTRAINT "polling_round_plan_id_fk" FOREIGN KEY ("site_id","plan_id") REFERENCES "public"."polling_plan"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_round" ADD CONSTRAINT "polling_round_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_round" ADD CONSTRAINT "polling_round_assigned_to_fk" FOREIGN KEY ("site_id","assigned_to") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_round" ADD CONSTRAINT "polling_round_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_result" ADD CONSTRAINT "polling_result_round_id_fk" FOREIGN KEY ("site_id","round_id") REFERENCES "public"."polling_round"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_result" ADD CONSTRAINT "polling_result_plan_id_fk" FOREIGN KEY ("site_id","plan_id") REFERENCES "public"."polling_plan"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_result" ADD CONSTRAINT "polling_result_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_result" ADD CONSTRAINT "polling_result_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_result" ADD CONSTRAINT "polling_result_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polling_result" ADD CONSTRAINT "polling_result_repair_id_fk" FOREIGN KEY ("site_id","repair_id") REFERENCES "public"."repair"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_polling_result_id_fk" FOREIGN KEY ("site_id","polling_result_id") REFERENCES "public"."polling_result"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_reported_by_fk" FOREIGN KEY ("site_id","reported_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_accepted_by_fk" FOREIGN KEY ("site_id","accepted_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_finished_by_fk" FOREIGN KEY ("site_id","finished_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_production_by_fk" FOREIGN KEY ("site_id","production_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_final_by_fk" FOREIGN KEY ("site_id","final_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_rejected_by_fk" FOREIGN KEY ("site_id","rejected_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_stop_id_fk" FOREIGN KEY ("site_id","stop_id") REFERENCES "public"."line_stop"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_repair_id_fk" FOREIGN KEY ("site_id","repair_id") REFERENCES "public"."repair"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upkeep_plan" ADD CONSTRAINT "upkeep_plan_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upkeep_plan" ADD CONSTRAINT "upkeep_plan_meter_id_fk" FOREIGN KEY ("site_id","meter_id") REFERENCES "public"."meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_work" ADD CONSTRAINT "weekly_work_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_work" ADD CONSTRAINT "weekly_work_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_part_id_fk" FOREIGN KEY ("site_id","part_id") REFERENCES "public"."spare_part"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_repair_id_fk" FOREIGN KEY ("site_id","repair_id") REFERENCES "public"."repair"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_upkeep_record_id_fk" FOREIGN KEY ("site_id","upkeep_record_id") REFERENCES "public"."upkeep_record"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_user_idx" ON "session" USING btree ("site_id","user_id");--> statement-breakpoint
CREATE INDEX "session_expiry_idx" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sync_op_received_idx" ON "sync_op" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "stored_file_sha_idx" ON "stored_file" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "stored_file_state_idx" ON "stored_file" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "file_use_row_idx" ON "file_use" USING btree ("site_id","row_id");--> statement-breakpoint
CREATE INDEX "gone_row_at_idx" ON "gone_row" USING btree ("site_id","gone_at");--> statement-breakpoint
CREATE INDEX "menu_position_idx" ON "menu" USING btree ("site_id","position","id");--> statement-breakpoint
CREATE INDEX "role_code_idx" ON "role" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "department_position_idx" ON "department" USING btree ("site_id","position","id");--> statement-breakpoint
CREATE INDEX "department_parent_id_idx" ON "department" USING btree ("site_id","parent_id","position","id");--> statement-breakpoint
CREATE INDEX "app_user_user_name_idx" ON "app_user" USING btree ("site_id","user_name","id");--> statement-breakpoint
CREATE INDEX "app_user_role_id_idx" ON "app_user" USING btree ("site_id","role_id","user_name","id");--> statement-breakpoint
CREATE INDEX "app_user_department_id_idx" ON "app_user" USING btree ("site_id","department_id","user_name","id");--> statement-breakpoint
CREATE INDEX "app_user_team_idx" ON "app_user" USING btree ("site_id","team","user_name","id");--> statement-breakpoint
CREATE INDEX "app_user_state_idx" ON "app_user" USING btree ("site_id","state","user_name","id");--> statement-breakpoint
CREATE INDEX "app_user_user_type_idx" ON "app_user" USING btree ("site_id","user_type","user_name","id");--> statement-breakpoint
CREATE INDEX "operation_log_at_idx" ON "operation_log" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "operation_log_user_id_idx" ON "operation_log" USING btree ("site_id","user_id","at","id");--> statement-breakpoint
CREATE INDEX "operation_log_resource_idx" ON "operation_log" USING btree ("site_id","resource","at","id");--> statement-breakpoint
CREATE INDEX "operation_log_row_id_idx" ON "operation_log" USING btree ("site_id","row_id","at","id");--> statement-breakpoint
CREATE INDEX "operation_log_action_idx" ON "operation_log" USING btree ("site_id","action","at","id");--> statement-breakpoint
CREATE INDEX "login_log_at_idx" ON "login_log" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "login_log_user_id_idx" ON "login_log" USING btree ("site_id","user_id","at","id");--> statement-breakpoint
CREATE INDEX "login_log_outcome_idx" ON "login_log" USING btree ("site_id","outcome","at","id");--> statement-breakpoint
CREATE INDEX "upload_log_at_idx" ON "upload_log" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "upload_log_type_idx" ON "upload_log" USING btree ("site_id","type","at","id");--> statement-breakpoint
CREATE INDEX "line_sort_order_idx" ON "line" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "line_kind_idx" ON "line" USING btree ("site_id","kind","sort_order","id");--> statement-breakpoint
CREATE INDEX "line_active_idx" ON "line" USING btree ("site_id","active","sort_order","id");--> statement-breakpoint
CREATE INDEX "plant_area_sort_order_idx" ON "plant_area" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "plant_area_parent_id_idx" ON "plant_area" USING btree ("site_id","parent_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "equipment_code_idx" ON "equipment" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "equipment_line_id_idx" ON "equipment" USING btree ("site_id","line_id","code","id");--> statement-breakpoint
CREATE INDEX "equipment_area_id_idx" ON "equipment" USING btree ("site_id","area_id","code","id");--> statement-breakpoint
CREATE INDEX "equipment_category_idx" ON "equipment" USING btree ("site_id","category","code","id");--> statement-breakpoint
CREATE INDEX "equipment_state_idx" ON "equipment" USING btree ("site_id","state","code","id");--> statement-breakpoint
CREATE INDEX "equipment_condition_idx" ON "equipment" USING btree ("site_id","condition","code","id");--> statement-breakpoint
CREATE INDEX "equipment_criticality_idx" ON "equipment" USING btree ("site_id","criticality","code","id");--> statement-breakpoint
CREATE INDEX "equipment_principal_id_idx" ON "equipment" USING btree ("site_id","principal_id","code","id");--> statement-breakpoint
CREATE INDEX "custom_field_sort_order_idx" ON "custom_field" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "custom_field_applies_to_idx" ON "custom_field" USING btree ("site_id","applies_to","sort_order","id");--> statement-breakpoint
CREATE INDEX "use_record_occurred_at_idx" ON "use_record" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "use_record_equipment_id_idx" ON "use_record" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "use_record_state_idx" ON "use_record" USING btree ("site_id","state","occurred_at","id");--> statement-breakpoint
CREATE INDEX "use_record_user_id_idx" ON "use_record" USING btree ("site_id","user_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "first_level_check_occurred_at_idx" ON "first_level_check" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "first_level_check_equipment_id_idx" ON "first_level_check" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "first_level_check_result_idx" ON "first_level_check" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "first_level_check_next_due_on_idx" ON "first_level_check" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "second_level_check_occurred_at_idx" ON "second_level_check" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "second_level_check_equipment_id_idx" ON "second_level_check" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "second_level_check_result_idx" ON "second_level_check" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "second_level_check_next_due_on_idx" ON "second_level_check" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electric_record_occurred_at_idx" ON "electric_record" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electric_record_equipment_id_idx" ON "electric_record" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electric_record_result_idx" ON "electric_record" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electric_record_next_due_on_idx" ON "electric_record" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "upkeep_record_occurred_at_idx" ON "upkeep_record" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "upkeep_record_equipment_id_idx" ON "upkeep_record" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "upkeep_record_result_idx" ON "upkeep_record" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "upkeep_record_next_due_on_idx" ON "upkeep_record" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "upkeep_record_plan_id_idx" ON "upkeep_record" USING btree ("site_id","plan_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "assist_record_occurred_at_idx" ON "assist_record" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "assist_record_equipment_id_idx" ON "assist_record" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "assist_record_result_idx" ON "assist_record" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "assist_record_next_due_on_idx" ON "assist_record" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "assist_record_kind_idx" ON "assist_record" USING btree ("site_id","kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "detection_record_occurred_at_idx" ON "detection_record" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "detection_record_equipment_id_idx" ON "detection_record" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "detection_record_result_idx" ON "detection_record" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "detection_record_next_due_on_idx" ON "detection_record" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "detection_record_kind_idx" ON "detection_record" USING btree ("site_id","kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "detection_record_meter_id_idx" ON "detection_record" USING btree ("site_id","meter_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "parts_record_occurred_at_idx" ON "parts_record" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "parts_record_equipment_id_idx" ON "parts_record" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "parts_record_result_idx" ON "parts_record" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "parts_record_next_due_on_idx" ON "parts_record" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "parts_record_cause_idx" ON "parts_record" USING btree ("site_id","cause","occurred_at","id");--> statement-breakpoint
CREATE INDEX "parts_record_repair_id_idx" ON "parts_record" USING btree ("site_id","repair_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electrical_parts_record_occurred_at_idx" ON "electrical_parts_record" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electrical_parts_record_equipment_id_idx" ON "electrical_parts_record" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electrical_parts_record_result_idx" ON "electrical_parts_record" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electrical_parts_record_next_due_on_idx" ON "electrical_parts_record" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electrical_parts_record_cause_idx" ON "electrical_parts_record" USING btree ("site_id","cause","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electrical_parts_record_repair_id_idx" ON "electrical_parts_record" USING btree ("site_id","repair_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "main_lubrication_occurred_at_idx" ON "main_lubrication" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "main_lubrication_equipment_id_idx" ON "main_lubrication" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "main_lubrication_result_idx" ON "main_lubrication" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "main_lubrication_next_due_on_idx" ON "main_lubrication" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "slitting_lubrication_occurred_at_idx" ON "slitting_lubrication" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "slitting_lubrication_equipment_id_idx" ON "slitting_lubrication" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "slitting_lubrication_result_idx" ON "slitting_lubrication" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "slitting_lubrication_next_due_on_idx" ON "slitting_lubrication" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "team_check_occurred_at_idx" ON "team_check" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "team_check_equipment_id_idx" ON "team_check" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "team_check_result_idx" ON "team_check" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "team_check_next_due_on_idx" ON "team_check" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "team_check_line_id_idx" ON "team_check" USING btree ("site_id","line_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "team_check_team_idx" ON "team_check" USING btree ("site_id","team","occurred_at","id");--> statement-breakpoint
CREATE INDEX "team_check_kind_idx" ON "team_check" USING btree ("site_id","kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "mechanical_check_occurred_at_idx" ON "mechanical_check" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "mechanical_check_equipment_id_idx" ON "mechanical_check" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "mechanical_check_result_idx" ON "mechanical_check" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "mechanical_check_next_due_on_idx" ON "mechanical_check" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "meter_code_idx" ON "meter" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "meter_kind_idx" ON "meter" USING btree ("site_id","kind","code","id");--> statement-breakpoint
CREATE INDEX "meter_line_id_idx" ON "meter" USING btree ("site_id","line_id","code","id");--> statement-breakpoint
CREATE INDEX "meter_equipment_id_idx" ON "meter" USING btree ("site_id","equipment_id","code","id");--> statement-breakpoint
CREATE INDEX "meter_counter_idx" ON "meter" USING btree ("site_id","counter","code","id");--> statement-breakpoint
CREATE INDEX "meter_calibration_due_on_idx" ON "meter" USING btree ("site_id","calibration_due_on","code","id");--> statement-breakpoint
CREATE INDEX "meter_reading_read_at_idx" ON "meter_reading" USING btree ("site_id","read_at","id");--> statement-breakpoint
CREATE INDEX "meter_reading_meter_id_idx" ON "meter_reading" USING btree ("site_id","meter_id","read_at","id");--> statement-breakpoint
CREATE INDEX "meter_reading_source_idx" ON "meter_reading" USING btree ("site_id","source","read_at","id");--> statement-breakpoint
CREATE INDEX "meter_reading_verdict_idx" ON "meter_reading" USING btree ("site_id","verdict","read_at","id");--> statement-breakpoint
CREATE INDEX "polling_plan_name_idx" ON "polling_plan" USING btree ("site_id","name","id");--> statement-breakpoint
CREATE INDEX "polling_plan_line_id_idx" ON "polling_plan" USING btree ("site_id","line_id","name","id");--> statement-breakpoint
CREATE INDEX "polling_plan_frequency_idx" ON "polling_plan" USING btree ("site_id","frequency","name","id");--> statement-breakpoint
CREATE INDEX "polling_plan_paused_idx" ON "polling_plan" USING btree ("site_id","paused","name","id");--> statement-breakpoint
CREATE INDEX "polling_round_due_at_idx" ON "polling_round" USING btree ("site_id","due_at","id");--> statement-breakpoint
CREATE INDEX "polling_round_plan_id_idx" ON "polling_round" USING btree ("site_id","plan_id","due_at","id");--> statement-breakpoint
CREATE INDEX "polling_round_line_id_idx" ON "polling_round" USING btree ("site_id","line_id","due_at","id");--> statement-breakpoint
CREATE INDEX "polling_round_state_idx" ON "polling_round" USING btree ("site_id","state","due_at","id");--> statement-breakpoint
CREATE INDEX "polling_round_business_date_idx" ON "polling_round" USING btree ("site_id","business_date","due_at","id");--> statement-breakpoint
CREATE INDEX "polling_round_assigned_to_idx" ON "polling_round" USING btree ("site_id","assigned_to","due_at","id");--> statement-breakpoint
CREATE INDEX "polling_round_user_id_idx" ON "polling_round" USING btree ("site_id","user_id","due_at","id");--> statement-breakpoint
CREATE INDEX "polling_round_team_idx" ON "polling_round" USING btree ("site_id","team","due_at","id");--> statement-breakpoint
CREATE INDEX "polling_round_shift_idx" ON "polling_round" USING btree ("site_id","shift","due_at","id");--> statement-breakpoint
CREATE INDEX "polling_result_occurred_at_idx" ON "polling_result" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "polling_result_round_id_idx" ON "polling_result" USING btree ("site_id","round_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "polling_result_plan_id_idx" ON "polling_result" USING btree ("site_id","plan_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "polling_result_equipment_id_idx" ON "polling_result" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "polling_result_line_id_idx" ON "polling_result" USING btree ("site_id","line_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "polling_result_state_idx" ON "polling_result" USING btree ("site_id","state","occurred_at","id");--> statement-breakpoint
CREATE INDEX "polling_result_presence_idx" ON "polling_result" USING btree ("site_id","presence","occurred_at","id");--> statement-breakpoint
CREATE INDEX "polling_result_verdict_idx" ON "polling_result" USING btree ("site_id","verdict","occurred_at","id");--> statement-breakpoint
CREATE INDEX "polling_result_user_id_idx" ON "polling_result" USING btree ("site_id","user_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "repair_reported_at_idx" ON "repair" USING btree ("site_id","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_equipment_id_idx" ON "repair" USING btree ("site_id","equipment_id","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_line_id_idx" ON "repair" USING btree ("site_id","line_id","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_state_idx" ON "repair" USING btree ("site_id","state","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_fault_kind_idx" ON "repair" USING btree ("site_id","fault_kind","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_severity_idx" ON "repair" USING btree ("site_id","severity","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_breakdown_idx" ON "repair" USING btree ("site_id","breakdown","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_line_stopped_idx" ON "repair" USING btree ("site_id","line_stopped","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_reported_by_idx" ON "repair" USING btree ("site_id","reported_by","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_accepted_by_idx" ON "repair" USING btree ("site_id","accepted_by","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_repair_end_at_idx" ON "repair" USING btree ("site_id","repair_end_at","reported_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_started_at_idx" ON "line_stop" USING btree ("site_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_line_id_idx" ON "line_stop" USING btree ("site_id","line_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_equipment_id_idx" ON "line_stop" USING btree ("site_id","equipment_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_repair_id_idx" ON "line_stop" USING btree ("site_id","repair_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_ended_at_idx" ON "line_stop" USING btree ("site_id","ended_at","started_at","id");--> statement-breakpoint
CREATE INDEX "upkeep_plan_next_due_on_idx" ON "upkeep_plan" USING btree ("site_id","next_due_on","id");--> statement-breakpoint
CREATE INDEX "upkeep_plan_equipment_id_idx" ON "upkeep_plan" USING btree ("site_id","equipment_id","next_due_on","id");--> statement-breakpoint
CREATE INDEX "upkeep_plan_state_idx" ON "upkeep_plan" USING btree ("site_id","state","next_due_on","id");--> statement-breakpoint
CREATE INDEX "upkeep_plan_paused_idx" ON "upkeep_plan" USING btree ("site_id","paused","next_due_on","id");--> statement-breakpoint
CREATE INDEX "weekly_work_week_idx" ON "weekly_work" USING btree ("site_id","week","id");--> statement-breakpoint
CREATE INDEX "weekly_work_line_id_idx" ON "weekly_work" USING btree ("site_id","line_id","week","id");--> statement-breakpoint
CREATE INDEX "weekly_work_equipment_id_idx" ON "weekly_work" USING btree ("site_id","equipment_id","week","id");--> statement-breakpoint
CREATE INDEX "weekly_work_state_idx" ON "weekly_work" USING btree ("site_id","state","week","id");--> statement-breakpoint
CREATE INDEX "weekly_work_planned_on_idx" ON "weekly_work" USING btree ("site_id","planned_on","week","id");--> statement-breakpoint
CREATE INDEX "spare_part_code_idx" ON "spare_part" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "spare_part_kind_idx" ON "spare_part" USING btree ("site_id","kind","code","id");--> statement-breakpoint
CREATE INDEX "spare_part_low_idx" ON "spare_part" USING btree ("site_id","low","code","id");--> statement-breakpoint
CREATE INDEX "spare_part_location_idx" ON "spare_part" USING btree ("site_id","location","code","id");--> statement-breakpoint
CREATE INDEX "spare_part_quantity_idx" ON "spare_part" USING btree ("site_id","quantity","code","id");--> statement-breakpoint
CREATE INDEX "stock_movement_occurred_at_idx" ON "stock_movement" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_part_id_idx" ON "stock_movement" USING btree ("site_id","part_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_kind_idx" ON "stock_movement" USING btree ("site_id","kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_repair_id_idx" ON "stock_movement" USING btree ("site_id","repair_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_upkeep_record_id_idx" ON "stock_movement" USING btree ("site_id","upkeep_record_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_user_id_idx" ON "stock_movement" USING btree ("site_id","user_id","occurred_at","id");