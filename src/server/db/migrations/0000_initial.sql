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
	"enrol_first" boolean DEFAULT false NOT NULL,
	"kind" text DEFAULT 'login' NOT NULL,
	"push" jsonb,
	CONSTRAINT "session_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "session_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "push_key" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"key" jsonb NOT NULL,
	CONSTRAINT "push_key_pk" PRIMARY KEY("site_id")
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
CREATE TABLE "second_factor" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text,
	"pending" text,
	"since" timestamp(3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "second_factor_pk" PRIMARY KEY("site_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "directory_flow" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" text NOT NULL,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"verifier" text NOT NULL,
	"user_id" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "directory_flow_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "directory_link" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"since" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_link_pk" PRIMARY KEY("site_id","issuer","subject"),
	CONSTRAINT "directory_link_user_key" UNIQUE("site_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp(3) with time zone,
	CONSTRAINT "recovery_code_pk" PRIMARY KEY("site_id","user_id","hash")
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
	"picture" boolean DEFAULT false NOT NULL,
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
CREATE TABLE "line_speed" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"line_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"speed" real NOT NULL,
	CONSTRAINT "line_speed_pk" PRIMARY KEY("site_id","line_id","at")
);
--> statement-breakpoint
CREATE TABLE "price_slot" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"band" text NOT NULL,
	"price" double precision,
	CONSTRAINT "price_slot_pk" PRIMARY KEY("site_id","at")
);
--> statement-breakpoint
CREATE TABLE "reading" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"tag_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"quality" smallint DEFAULT 0 NOT NULL,
	"standing" smallint DEFAULT 0 NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	"old_final" double precision,
	"new_start" double precision,
	CONSTRAINT "reading_pk" PRIMARY KEY("site_id","tag_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "reading_revision" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"tag_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"quality" smallint NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	"replaced_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "reading_revision_pk" PRIMARY KEY("site_id","tag_id","at","value")
);
--> statement-breakpoint
CREATE TABLE "tag_state" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"tag_id" uuid NOT NULL,
	"at" timestamp(3) with time zone,
	"value" double precision,
	"quality" smallint DEFAULT 0 NOT NULL,
	"received_at" timestamp(3) with time zone,
	"source" text,
	"base_at" timestamp(3) with time zone,
	"base_value" double precision,
	"pending_at" timestamp(3) with time zone,
	"pending_value" double precision,
	"gone_at" timestamp(3) with time zone,
	"kept_from" timestamp(3) with time zone,
	CONSTRAINT "tag_state_pk" PRIMARY KEY("site_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "usage_day" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"tag_id" uuid NOT NULL,
	"day" date NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"n" integer NOT NULL,
	"used" double precision NOT NULL,
	"estimated" double precision NOT NULL,
	"measured_s" integer NOT NULL,
	"last" double precision,
	CONSTRAINT "usage_day_pk" PRIMARY KEY("site_id","tag_id","day")
);
--> statement-breakpoint
CREATE TABLE "usage_slots" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"tag_id" uuid NOT NULL,
	"day" date NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"used" double precision[] NOT NULL,
	"estimated" double precision[],
	"measured" smallint[],
	CONSTRAINT "usage_slots_pk" PRIMARY KEY("site_id","tag_id","day")
);
--> statement-breakpoint
CREATE TABLE "gauge_slots" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"tag_id" uuid NOT NULL,
	"day" date NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"n" integer[] NOT NULL,
	"sum" double precision[] NOT NULL,
	"low" double precision[] NOT NULL,
	"high" double precision[] NOT NULL,
	"last" double precision[] NOT NULL,
	"last_s" double precision[] NOT NULL,
	CONSTRAINT "gauge_slots_pk" PRIMARY KEY("site_id","tag_id","day")
);
--> statement-breakpoint
CREATE TABLE "outbound_message" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"url" text NOT NULL,
	"secret" text,
	"text" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_at" timestamp(3) with time zone NOT NULL,
	"holder" uuid,
	"lease_until" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbound_message_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "outbound_message_key" UNIQUE("site_id","key")
);
--> statement-breakpoint
CREATE TABLE "inlet_session" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"inlet_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"holder" uuid,
	"lease_until" timestamp(3) with time zone,
	"state" text DEFAULT 'off' NOT NULL,
	"since" timestamp(3) with time zone,
	"last_error" text,
	"received" bigint DEFAULT 0 NOT NULL,
	"last_received_at" timestamp(3) with time zone,
	"refused" bigint DEFAULT 0 NOT NULL,
	"refusals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "inlet_session_pk" PRIMARY KEY("site_id","inlet_id","slot")
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
	"in_use_from" date,
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
CREATE TABLE "plant_setting" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"key" text NOT NULL,
	"value" numeric(18, 4) NOT NULL,
	CONSTRAINT "plant_setting_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "plant_setting_key_key" UNIQUE("site_id","key")
);
--> statement-breakpoint
CREATE TABLE "shift_rotation" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"effective_from" date NOT NULL,
	"kind" text NOT NULL,
	"anchor_day" date,
	"shifts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cycle" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"teams" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "shift_rotation_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "shift_rotation_effective_from_key" UNIQUE("site_id","effective_from")
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
	"outside_busy_time" boolean DEFAULT false NOT NULL,
	"sort_order" integer,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "stop_reason_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "stop_reason_code_key" UNIQUE("site_id","code")
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
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"reason_id" uuid,
	"note" text,
	"state" text DEFAULT 'toExplain' NOT NULL,
	"minutes" numeric(18, 1),
	"source" text DEFAULT 'person' NOT NULL,
	"equipment_id" uuid,
	"repair_id" uuid,
	"work_order_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"explained_by" uuid,
	"explained_at" timestamp(3) with time zone,
	"chased" integer DEFAULT 0 NOT NULL,
	"closed_by" text,
	CONSTRAINT "line_stop_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "plant_month" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"month" text NOT NULL,
	"state" text DEFAULT 'closed' NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamp(3) with time zone,
	"asked_by" uuid,
	"asked_at" timestamp(3) with time zone,
	"reopened_by" uuid,
	"reopened_at" timestamp(3) with time zone,
	"reason" text,
	CONSTRAINT "plant_month_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "plant_month_month_key" UNIQUE("site_id","month")
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
	"second_factor" boolean DEFAULT false NOT NULL,
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
	"account_name_en" text,
	"nickname" text,
	"role_id" uuid NOT NULL,
	"department_id" uuid,
	"team" text,
	"line_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"gender" text DEFAULT 'unstated' NOT NULL,
	"phone" text,
	"user_type" text DEFAULT 'standard' NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"is_sup" boolean DEFAULT false NOT NULL,
	"must_change" boolean DEFAULT false NOT NULL,
	"last_login_at" timestamp(3) with time zone,
	"photo" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "app_user_pk" PRIMARY KEY("site_id","id")
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
	CONSTRAINT "upload_log_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"list" text NOT NULL,
	"page" text NOT NULL,
	"query" text,
	"columns" text,
	"shared" boolean DEFAULT false NOT NULL,
	CONSTRAINT "saved_view_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "saved_view_owner_id_page_name_key" UNIQUE("site_id","owner_id","page","name")
);
--> statement-breakpoint
CREATE TABLE "hopper" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"line_id" uuid NOT NULL,
	"takes" text,
	"capacity_kg" numeric(18, 1),
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "hopper_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "hopper_code_key" UNIQUE("site_id","code")
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
	"maker_en" text,
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
	"worth" jsonb DEFAULT '{}'::jsonb NOT NULL,
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
CREATE TABLE "pm_record" (
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
	CONSTRAINT "pm_record_pk" PRIMARY KEY("site_id","id")
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
	"name_en" text,
	"kind" text NOT NULL,
	"unit" text NOT NULL,
	"place" text,
	"line_id" uuid,
	"equipment_id" uuid,
	"range_low" numeric(18, 6),
	"range_high" numeric(18, 6),
	"maker" text,
	"maker_en" text,
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
	"usual_per_hour" numeric(18, 6),
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
CREATE TABLE "tag" (
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
	"unit" text NOT NULL,
	"line_id" uuid,
	"area_id" uuid,
	"equipment_id" uuid,
	"meter_id" uuid,
	"line_key" text,
	"hall_key" text,
	"low" numeric(18, 6),
	"high" numeric(18, 6),
	"every_s" integer DEFAULT 900 NOT NULL,
	"stale_after_s" integer,
	"rolls_over_at" numeric(18, 3),
	"most_per_hour" numeric(18, 3),
	"dip" numeric(18, 6),
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "tag_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "tag_code_key" UNIQUE("site_id","code"),
	CONSTRAINT "tag_meter_id_key" UNIQUE("site_id","meter_id"),
	CONSTRAINT "tag_line_id_line_key_key" UNIQUE("site_id","line_id","line_key"),
	CONSTRAINT "tag_area_id_hall_key_key" UNIQUE("site_id","area_id","hall_key")
);
--> statement-breakpoint
CREATE TABLE "odd_reading" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"tag_code" text NOT NULL,
	"tag_id" uuid,
	"read_at" timestamp(3) with time zone NOT NULL,
	"shown" text NOT NULL,
	"value" numeric(18, 6),
	"unit" text,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"source" text,
	"received_at" timestamp(3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp(3) with time zone,
	"note" text,
	CONSTRAINT "odd_reading_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "odd_reading_tag_code_read_at_shown_key" UNIQUE("site_id","tag_code","read_at","shown")
);
--> statement-breakpoint
CREATE TABLE "inlet" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"url" text NOT NULL,
	"user_name" text,
	"password" text,
	"authority" text,
	"security" text DEFAULT 'none' NOT NULL,
	"server_certificate" text,
	"shown_certificate" text,
	"mqtt_version" text DEFAULT '5' NOT NULL,
	"patterns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"nodes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sampling_ms" integer DEFAULT 1000 NOT NULL,
	"sessions" integer DEFAULT 1 NOT NULL,
	"account_id" uuid NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'off' NOT NULL,
	"since" timestamp(3) with time zone,
	"last_error" text,
	"received" integer DEFAULT 0 NOT NULL,
	"last_received_at" timestamp(3) with time zone,
	"refused" integer DEFAULT 0 NOT NULL,
	"refusals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "inlet_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "inlet_name_key" UNIQUE("site_id","name")
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
	"colour_en" text,
	"core_mm" integer,
	"thickness_mm" numeric(18, 3),
	"ships_when" text DEFAULT 'none' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "product_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "product_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "test_index" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"unit" text,
	"method" text,
	"digits" integer DEFAULT 1 NOT NULL,
	"signed" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "test_index_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "test_index_code_key" UNIQUE("site_id","code")
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
	"product_id" uuid NOT NULL,
	"line_id" uuid,
	"ideal_speed" numeric(18, 1),
	"weight_tolerance" numeric(18, 2),
	"parameters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ratios" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"variant" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"newest" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'notApproved' NOT NULL,
	"approvers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"waiting_for" uuid,
	"replacements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"authors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submitted_by" uuid,
	"submitted_at" timestamp(3) with time zone,
	"approved_by" uuid,
	"approved_at" timestamp(3) with time zone,
	CONSTRAINT "process_standard_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "process_standard_code_revision_key" UNIQUE("site_id","code","revision")
);
--> statement-breakpoint
CREATE TABLE "product_standard" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"product_id" uuid NOT NULL,
	"customer_id" uuid,
	"indexes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mix" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"trim_percent" numeric(18, 3),
	"waste_percent" numeric(18, 3),
	"rolls_per_package" integer,
	"packing" text,
	"energy" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"crew_hours" numeric(18, 3),
	"speed" numeric(18, 1),
	"note" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"newest" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'notApproved' NOT NULL,
	"approvers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"waiting_for" uuid,
	"replacements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"authors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submitted_by" uuid,
	"submitted_at" timestamp(3) with time zone,
	"approved_by" uuid,
	"approved_at" timestamp(3) with time zone,
	CONSTRAINT "product_standard_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "product_standard_code_revision_key" UNIQUE("site_id","code","revision")
);
--> statement-breakpoint
CREATE TABLE "material_standard" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"material_id" uuid NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sampling" text NOT NULL,
	"aql" numeric(18, 3),
	"level" text,
	"shelf_life_days" integer,
	"note" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"newest" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'notApproved' NOT NULL,
	"approvers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"waiting_for" uuid,
	"replacements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"authors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submitted_by" uuid,
	"submitted_at" timestamp(3) with time zone,
	"approved_by" uuid,
	"approved_at" timestamp(3) with time zone,
	CONSTRAINT "material_standard_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "material_standard_code_revision_key" UNIQUE("site_id","code","revision")
);
--> statement-breakpoint
CREATE TABLE "masterbatch" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"material_id" uuid NOT NULL,
	"colour" text NOT NULL,
	"supplier" text,
	"supplier_en" text,
	"additions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"master_l" numeric(18, 2),
	"master_a" numeric(18, 2),
	"master_b" numeric(18, 2),
	"formula" text DEFAULT 'cie76' NOT NULL,
	"tolerance" numeric(18, 2),
	"measured" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"worst" numeric(18, 2),
	"photos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"newest" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'notApproved' NOT NULL,
	"approvers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"waiting_for" uuid,
	"replacements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"authors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submitted_by" uuid,
	"submitted_at" timestamp(3) with time zone,
	"approved_by" uuid,
	"approved_at" timestamp(3) with time zone,
	CONSTRAINT "masterbatch_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "masterbatch_code_revision_key" UNIQUE("site_id","code","revision")
);
--> statement-breakpoint
CREATE TABLE "season" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"starts_on" date NOT NULL,
	"season" text NOT NULL,
	"note" text,
	CONSTRAINT "season_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "season_starts_on_key" UNIQUE("site_id","starts_on")
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
	"web_width_mm" integer,
	"width_mm" integer,
	"colour" text,
	"ordered_kg" numeric(18, 3),
	"ordered_rolls" integer,
	"jumbo_length_m" numeric(18, 1),
	"roll_length_m" numeric(18, 1),
	"roll_kg" numeric(18, 3),
	"slitting_pattern" text,
	"due_on" date,
	"priority" text DEFAULT 'normal' NOT NULL,
	"note" text,
	"erp_order_id" uuid,
	"process_standard_id" uuid,
	"product_standard_id" uuid,
	"season" text,
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
	"short_reason" text,
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
	"customer_id" uuid,
	"customer_code" text,
	"customer_name" text,
	"purchase_order" text,
	"product_id" uuid,
	"product_code" text NOT NULL,
	"product_name" text,
	"gsm" numeric(18, 2),
	"web_width_mm" integer,
	"width_mm" integer,
	"colour" text,
	"ordered_kg" numeric(18, 3) NOT NULL,
	"ordered_rolls" integer,
	"jumbo_length_m" numeric(18, 1),
	"roll_length_m" numeric(18, 1),
	"roll_kg" numeric(18, 3),
	"slitting_pattern" text,
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
	"supplier_en" text,
	"supplier_grade" text,
	"package_kg" numeric(18, 3),
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
	"hopper_id" uuid,
	"material_id" uuid NOT NULL,
	"lot_id" uuid,
	"kg" numeric(18, 3) NOT NULL,
	"entry" text DEFAULT 'typed' NOT NULL,
	"note" text,
	"reason" text,
	"fed_at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"counter_of" uuid,
	"cause" text,
	"lots" jsonb DEFAULT '[]'::jsonb NOT NULL,
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
	"lots" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unknown_kg" numeric(18, 3),
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
	"hopper_id" uuid,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone,
	"user_id" uuid,
	"note" text,
	CONSTRAINT "material_time_pk" PRIMARY KEY("site_id","id")
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
	"taken_back_downgrades" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"left_m" numeric(18, 1),
	"lots" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unknown_kg" numeric(18, 3),
	"holds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"labels" integer DEFAULT 0 NOT NULL,
	"label_said" text,
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
	"slitting_pattern" text,
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
	"remnant_m" numeric(18, 1),
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
	"taken_back_downgrades" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"defects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"package_id" uuid,
	"holds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"labels" integer DEFAULT 0 NOT NULL,
	"label_said" text,
	"note" text,
	"reworked_from_id" uuid,
	"reworked_kg" numeric(18, 3),
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
	"holds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"labels" integer DEFAULT 0 NOT NULL,
	"label_said" text,
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
	"slitting_pattern" text,
	"lanes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"length_m" numeric(18, 1),
	"sets" integer,
	"cutting_id" uuid,
	"note" text,
	CONSTRAINT "cut_order_pk" PRIMARY KEY("site_id","id")
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
	"jumbo_minutes" numeric(18, 1) DEFAULT 10 NOT NULL,
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
CREATE TABLE "hopper_content" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"layers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_fed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "hopper_content_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "hopper_content_line_id_at_key" UNIQUE("site_id","line_id","at")
);
--> statement-breakpoint
CREATE TABLE "hold" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject" text,
	"reason" text NOT NULL,
	"held_at" timestamp(3) with time zone,
	"held_by" uuid,
	"jumbos" integer DEFAULT 0 NOT NULL,
	"slit_rolls" integer DEFAULT 0 NOT NULL,
	"packages" integer DEFAULT 0 NOT NULL,
	"kg" numeric(18, 3),
	"released_at" timestamp(3) with time zone,
	"released_by" uuid,
	"release_reason" text,
	CONSTRAINT "hold_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "hold_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "roll_movement" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"kind" text NOT NULL,
	"roll_id" text NOT NULL,
	"step" integer NOT NULL,
	"number" text,
	"jumbo_roll_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"user_id" uuid,
	"from_state" text,
	"state" text NOT NULL,
	"from_grade" text,
	"grade" text NOT NULL,
	"from_place" text,
	"place" text,
	"from_kg" numeric(18, 3),
	"kg" numeric(18, 3),
	"from_width_mm" integer,
	"width_mm" integer,
	"from_order_id" uuid,
	"work_order_id" uuid,
	"product_id" uuid NOT NULL,
	"package_id" uuid,
	"doffed_at" timestamp(3) with time zone,
	CONSTRAINT "roll_movement_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "roll_movement_roll_id_step_key" UNIQUE("site_id","roll_id","step")
);
--> statement-breakpoint
CREATE TABLE "rework" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"state" text DEFAULT 'done' NOT NULL,
	"kind" text NOT NULL,
	"slit_roll_id" uuid NOT NULL,
	"jumbo_roll_id" uuid,
	"work_order_id" uuid,
	"product_id" uuid,
	"reason" text NOT NULL,
	"defect" text,
	"done_at" timestamp(3) with time zone NOT NULL,
	"business_date" date NOT NULL,
	"shift" text,
	"team" text,
	"user_id" uuid,
	"kg_in" numeric(18, 3),
	"kg_out" numeric(18, 3),
	"loss_kg" numeric(18, 3),
	"pieces" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"minutes" numeric(18, 1),
	"rate_per_hour" numeric(18, 2),
	"cost" numeric(18, 2),
	CONSTRAINT "rework_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "rework_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "tool" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'ready' NOT NULL,
	"model" text,
	"maker" text,
	"maker_en" text,
	"size" text,
	"price" numeric(18, 2),
	"bought_on" date,
	"position" text,
	"life_unit" text NOT NULL,
	"life_limit" numeric(18, 1),
	"life_percent" numeric(18, 1),
	"used_h" numeric(18, 1) DEFAULT 0 NOT NULL,
	"used_m" numeric(18, 1) DEFAULT 0 NOT NULL,
	"used_kg" numeric(18, 1) DEFAULT 0 NOT NULL,
	"line_id" uuid,
	"place" integer,
	"side" text,
	"mounted_at" timestamp(3) with time zone,
	"since" timestamp(3) with time zone,
	"end_reason" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	CONSTRAINT "tool_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "tool_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "tool_use" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"tool_id" uuid NOT NULL,
	"tool_kind" text,
	"kind" text NOT NULL,
	"line_id" uuid,
	"place" integer,
	"side" text,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"removed_at" timestamp(3) with time zone,
	"hours" numeric(18, 1),
	"metres" numeric(18, 1),
	"kg" numeric(18, 1),
	"reason" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"user_id" uuid,
	"removed_by" uuid,
	"note" text,
	CONSTRAINT "tool_use_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "electric_price" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"layer" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"effective_from" date NOT NULL,
	"effective_to" date,
	"months" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"critical" numeric(18, 6),
	"peak" numeric(18, 6),
	"normal" numeric(18, 6),
	"low" numeric(18, 6),
	"deep" numeric(18, 6),
	"windows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hours" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text,
	"note" text,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "electric_price_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "electric_price_layer_effective_from_name_revision_key" UNIQUE("site_id","layer","effective_from","name","revision")
);
--> statement-breakpoint
CREATE TABLE "gas_water_price" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"medium" text NOT NULL,
	"effective_from" date NOT NULL,
	"effective_to" date,
	"price" numeric(18, 6) NOT NULL,
	"reason" text,
	"note" text,
	"key" text DEFAULT '' NOT NULL,
	CONSTRAINT "gas_water_price_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "gas_water_price_key_effective_from_key" UNIQUE("site_id","key","effective_from")
);
--> statement-breakpoint
CREATE TABLE "electric_charge" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"kind" text NOT NULL,
	"item" text NOT NULL,
	"item_en" text,
	"effective_from" date NOT NULL,
	"effective_to" date,
	"price" numeric(18, 6) NOT NULL,
	"contracted" numeric(18, 1),
	"reason" text,
	"note" text,
	"key" text DEFAULT '' NOT NULL,
	CONSTRAINT "electric_charge_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "electric_charge_key_effective_from_key" UNIQUE("site_id","key","effective_from")
);
--> statement-breakpoint
CREATE TABLE "cost_fixed_price" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"item" text NOT NULL,
	"item_en" text,
	"basis" text NOT NULL,
	"line_id" uuid,
	"product_id" uuid,
	"scope" text DEFAULT 'plant' NOT NULL,
	"effective_from" date NOT NULL,
	"effective_to" date,
	"price" numeric(18, 6) NOT NULL,
	"reason" text,
	"note" text,
	"key" text DEFAULT '' NOT NULL,
	CONSTRAINT "cost_fixed_price_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "cost_fixed_price_key_effective_from_key" UNIQUE("site_id","key","effective_from")
);
--> statement-breakpoint
CREATE TABLE "cost_direct_price" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"item" text NOT NULL,
	"item_en" text,
	"basis" text NOT NULL,
	"line_id" uuid,
	"product_id" uuid,
	"scope" text DEFAULT 'plant' NOT NULL,
	"effective_from" date NOT NULL,
	"effective_to" date,
	"price" numeric(18, 6) NOT NULL,
	"reason" text,
	"note" text,
	"key" text DEFAULT '' NOT NULL,
	CONSTRAINT "cost_direct_price_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "cost_direct_price_key_effective_from_key" UNIQUE("site_id","key","effective_from")
);
--> statement-breakpoint
CREATE TABLE "cost_other_price" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"item" text NOT NULL,
	"item_en" text,
	"basis" text NOT NULL,
	"line_id" uuid,
	"product_id" uuid,
	"scope" text DEFAULT 'plant' NOT NULL,
	"effective_from" date NOT NULL,
	"effective_to" date,
	"price" numeric(18, 6) NOT NULL,
	"reason" text,
	"note" text,
	"key" text DEFAULT '' NOT NULL,
	CONSTRAINT "cost_other_price_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "cost_other_price_key_effective_from_key" UNIQUE("site_id","key","effective_from")
);
--> statement-breakpoint
CREATE TABLE "cost_material_price" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"material_id" uuid NOT NULL,
	"lot_id" uuid,
	"basis" text DEFAULT 'kg' NOT NULL,
	"effective_from" date NOT NULL,
	"effective_to" date,
	"price" numeric(18, 6) NOT NULL,
	"invoice" text,
	"reason" text,
	"note" text,
	"key" text DEFAULT '' NOT NULL,
	CONSTRAINT "cost_material_price_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "cost_material_price_key_effective_from_key" UNIQUE("site_id","key","effective_from")
);
--> statement-breakpoint
CREATE TABLE "cost_financial_price" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"item" text NOT NULL,
	"item_en" text,
	"basis" text NOT NULL,
	"line_id" uuid,
	"product_id" uuid,
	"scope" text DEFAULT 'plant' NOT NULL,
	"effective_from" date NOT NULL,
	"effective_to" date,
	"price" numeric(18, 6) NOT NULL,
	"reason" text,
	"note" text,
	"key" text DEFAULT '' NOT NULL,
	CONSTRAINT "cost_financial_price_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "cost_financial_price_key_effective_from_key" UNIQUE("site_id","key","effective_from")
);
--> statement-breakpoint
CREATE TABLE "energy_item" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"area_id" uuid NOT NULL,
	"sort_order" integer,
	"note" text,
	CONSTRAINT "energy_item_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "energy_item_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "energy_meter" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"kind" text DEFAULT 'meter' NOT NULL,
	"medium" text DEFAULT 'electricity' NOT NULL,
	"item_id" uuid NOT NULL,
	"parent_id" uuid,
	"meter_id" uuid,
	"members" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"share_percent" numeric(18, 3),
	"line_id" uuid,
	"allocation" text DEFAULT 'none' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"sort_order" integer,
	"note" text,
	CONSTRAINT "energy_meter_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "energy_meter_code_key" UNIQUE("site_id","code"),
	CONSTRAINT "energy_meter_meter_id_key" UNIQUE("site_id","meter_id")
);
--> statement-breakpoint
CREATE TABLE "energy_meter_day" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"day" date NOT NULL,
	"energy_meter_id" uuid NOT NULL,
	"band" text NOT NULL,
	"used" numeric(18, 6) NOT NULL,
	"estimated" numeric(18, 6) NOT NULL,
	"unpriced" numeric(18, 6) NOT NULL,
	"cost" numeric(18, 6) NOT NULL,
	CONSTRAINT "energy_meter_day_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "energy_meter_day_energy_meter_id_day_band_key" UNIQUE("site_id","energy_meter_id","day","band")
);
--> statement-breakpoint
CREATE TABLE "energy_meter_month" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"month" date NOT NULL,
	"energy_meter_id" uuid NOT NULL,
	"used" numeric(18, 6) NOT NULL,
	"estimated" numeric(18, 6) NOT NULL,
	"unpriced" numeric(18, 6) NOT NULL,
	"cost" numeric(18, 6) NOT NULL,
	CONSTRAINT "energy_meter_month_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "energy_meter_month_month_energy_meter_id_key" UNIQUE("site_id","month","energy_meter_id")
);
--> statement-breakpoint
CREATE TABLE "energy_use" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"medium" text NOT NULL,
	"band" text NOT NULL,
	"line_id" uuid,
	"work_order_id" uuid,
	"product_id" uuid,
	"team" text,
	"business_date" date,
	"shift" text,
	"used" numeric(18, 6) NOT NULL,
	"estimated" numeric(18, 6) NOT NULL,
	"unpriced" numeric(18, 6) NOT NULL,
	"cost" numeric(18, 6) NOT NULL,
	"allocated" numeric(18, 6) NOT NULL,
	CONSTRAINT "energy_use_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "energy_day" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"day" date NOT NULL,
	"basis" text NOT NULL,
	"counted_at" timestamp(3) with time zone NOT NULL,
	"missing" integer NOT NULL,
	CONSTRAINT "energy_day_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "energy_day_day_key" UNIQUE("site_id","day")
);
--> statement-breakpoint
CREATE TABLE "energy_abnormal" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"state" text NOT NULL,
	"line_id" uuid,
	"energy_meter_id" uuid NOT NULL,
	"medium" text NOT NULL,
	"direction" text NOT NULL,
	"day" date NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"hours" integer NOT NULL,
	"used" numeric(18, 3) NOT NULL,
	"usual" numeric(18, 3) NOT NULL,
	"excess" numeric(18, 3) NOT NULL,
	"deviations" numeric(18, 1) NOT NULL,
	"stop_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"meters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"meter_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cause_kind" text,
	"cause" text,
	"measure" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"explained_by" uuid,
	"explained_at" timestamp(3) with time zone,
	CONSTRAINT "energy_abnormal_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "energy_abnormal_line_id_energy_meter_id_starts_at_direction_key" UNIQUE NULLS NOT DISTINCT("site_id","line_id","energy_meter_id","starts_at","direction")
);
--> statement-breakpoint
CREATE TABLE "energy_month" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"month" date NOT NULL,
	"analysis" text NOT NULL,
	"measures" text,
	"owner_id" uuid,
	"due_on" date,
	"electricity_kwh" numeric(18, 1),
	"gas_m3" numeric(18, 1),
	"water_m3" numeric(18, 1),
	"tce" numeric(18, 3),
	"energy_cost" numeric(18, 2),
	"good_kg" numeric(18, 1),
	"kwh_per_kg" numeric(18, 4),
	"before_percent" numeric(18, 1),
	"year_before_percent" numeric(18, 1),
	"missing_hours" integer,
	"written_by" uuid,
	CONSTRAINT "energy_month_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "energy_month_month_key" UNIQUE("site_id","month")
);
--> statement-breakpoint
CREATE TABLE "energy_baseline" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"line_id" uuid NOT NULL,
	"product_id" uuid,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"n" integer,
	"intercept" numeric(18, 6),
	"intercept_error" numeric(18, 6),
	"by_speed" numeric(18, 6),
	"by_speed_error" numeric(18, 6),
	"p_speed" numeric(18, 6),
	"by_gsm" numeric(18, 6),
	"by_gsm_error" numeric(18, 6),
	"p_gsm" numeric(18, 6),
	"r2" numeric(18, 4),
	"residual_sd" numeric(18, 6),
	"f" numeric(18, 3),
	"p_of_f" numeric(18, 6),
	"speed_low" numeric(18, 3),
	"speed_high" numeric(18, 3),
	"speed_mean" numeric(18, 3),
	"speed_sd" numeric(18, 3),
	"gsm_low" numeric(18, 3),
	"gsm_high" numeric(18, 3),
	"gsm_mean" numeric(18, 3),
	"gsm_sd" numeric(18, 3),
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "energy_baseline_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "energy_baseline_name_key" UNIQUE("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "energy_alarm" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"medium" text NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"robot" text DEFAULT 'dingtalk' NOT NULL,
	"energy_meter_id" uuid,
	"limit_hour" numeric(18, 3),
	"limit_day" numeric(18, 3),
	"language" text DEFAULT 'zh' NOT NULL,
	"address" text,
	"secret" text,
	CONSTRAINT "energy_alarm_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "energy_alarm_medium_key" UNIQUE("site_id","medium")
);
--> statement-breakpoint
CREATE TABLE "energy_alarm_sent" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"medium" text NOT NULL,
	"span" text NOT NULL,
	"slot" text NOT NULL,
	"used" numeric(18, 3),
	"limit" numeric(18, 3),
	"sent_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "energy_alarm_sent_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "energy_alarm_sent_medium_span_slot_key" UNIQUE("site_id","medium","span","slot")
);
--> statement-breakpoint
CREATE TABLE "electric_bill" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"month" date NOT NULL,
	"number" text,
	"critical_kwh" numeric(18, 1),
	"critical_cny" numeric(18, 2),
	"peak_kwh" numeric(18, 1),
	"peak_cny" numeric(18, 2),
	"normal_kwh" numeric(18, 1),
	"normal_cny" numeric(18, 2),
	"low_kwh" numeric(18, 1),
	"low_cny" numeric(18, 2),
	"deep_kwh" numeric(18, 1),
	"deep_cny" numeric(18, 2),
	"demand_kw" numeric(18, 1),
	"demand_cny" numeric(18, 2),
	"capacity_cny" numeric(18, 2),
	"transmission_cny" numeric(18, 2),
	"surcharge_cny" numeric(18, 2),
	"power_factor_cny" numeric(18, 2),
	"total_kwh" numeric(18, 1) NOT NULL,
	"total_cny" numeric(18, 2) NOT NULL,
	"note" text,
	"written_by" uuid,
	CONSTRAINT "electric_bill_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "electric_bill_month_key" UNIQUE("site_id","month")
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
CREATE TABLE "process_inspection1" (
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
	CONSTRAINT "process_inspection1_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "process_inspection2" (
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
	CONSTRAINT "process_inspection2_pk" PRIMARY KEY("site_id","id")
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
CREATE TABLE "table_template" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"name_en" text,
	"use" text NOT NULL,
	"product_id" uuid,
	"family" text,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "table_template_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "table_template_name_key" UNIQUE("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "quality_check" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text,
	"result" text,
	"flag" text,
	"jumbo_roll_id" uuid,
	"slit_roll_id" uuid,
	"line_id" uuid,
	"work_order_id" uuid,
	"product_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"template_id" uuid,
	"readings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"defects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"seen_grade" text,
	"out_of_limits" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp(3) with time zone,
	"user_id" uuid,
	"downgraded_at" timestamp(3) with time zone,
	"downgraded_kg" numeric(18, 3),
	"taken_back_at" timestamp(3) with time zone,
	"downgraded_lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"to_downgrade" boolean,
	CONSTRAINT "quality_check_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "width_check" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"jumbo_roll_id" uuid NOT NULL,
	"line_id" uuid,
	"work_order_id" uuid,
	"product_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"set_number" integer,
	"lanes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tolerance_mm" numeric(18, 1),
	"measured" integer DEFAULT 0 NOT NULL,
	"out_of_limits" integer,
	"worst_mm" numeric(18, 1),
	"result" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "width_check_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "oiling" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"jumbo_roll_id" uuid NOT NULL,
	"line_id" uuid,
	"work_order_id" uuid,
	"product_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"agent" text,
	"samples" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"low_percent" numeric(18, 2),
	"high_percent" numeric(18, 2),
	"opu" numeric(18, 3),
	"lowest" numeric(18, 3),
	"highest" numeric(18, 3),
	"result" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "oiling_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "code_width" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"jumbo_roll_id" uuid NOT NULL,
	"line_id" uuid,
	"work_order_id" uuid,
	"product_id" uuid,
	"business_date" date,
	"shift" text,
	"team" text,
	"template_id" uuid,
	"widths" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"low_mm" numeric(18, 1),
	"high_mm" numeric(18, 1),
	"mean" numeric(18, 1),
	"min" numeric(18, 1),
	"max" numeric(18, 1),
	"out_of_limits" integer,
	"result" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "code_width_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_storage" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text,
	"package_id" uuid NOT NULL,
	"place" text NOT NULL,
	"work_order_id" uuid,
	"rolls" integer,
	"net_kg" numeric(18, 3),
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"user_id" uuid,
	"filled_at" timestamp(3) with time zone,
	CONSTRAINT "product_storage_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_code" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"name" text,
	"active" boolean DEFAULT true NOT NULL,
	"note" text,
	CONSTRAINT "customer_code_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "customer_code_customer_id_code_key" UNIQUE("site_id","customer_id","code")
);
--> statement-breakpoint
CREATE TABLE "lab_layout" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"headings" text NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "lab_layout_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "lab_layout_headings_key" UNIQUE("site_id","headings")
);
--> statement-breakpoint
CREATE TABLE "lab_import" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"values" integer DEFAULT 0 NOT NULL,
	"header_row" integer DEFAULT 1 NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"issues" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"imported_at" timestamp(3) with time zone,
	"imported_by" uuid,
	"undone_reason" text,
	CONSTRAINT "lab_import_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "test_batch" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"work_order_id" uuid,
	"product_id" uuid NOT NULL,
	"customer_code_id" uuid,
	"production_code" text,
	"tested_at" timestamp(3) with time zone NOT NULL,
	"tester_id" uuid,
	"import_id" uuid,
	"mends_id" uuid,
	"published_at" timestamp(3) with time zone,
	"published_by" uuid,
	"withdrawn_reason" text,
	"note" text,
	CONSTRAINT "test_batch_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "test_batch_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "test_result" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"batch_id" uuid NOT NULL,
	"index_id" uuid NOT NULL,
	"jumbo_roll_id" uuid,
	"slit_roll_id" uuid,
	"retest" integer DEFAULT 0 NOT NULL,
	"retest_reason" text,
	"samples" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"digits" integer DEFAULT 0 NOT NULL,
	"n" integer DEFAULT 0 NOT NULL,
	"mean" numeric(18, 9),
	"m2" numeric(31, 9),
	"min" numeric(18, 9),
	"max" numeric(18, 9),
	"below" integer DEFAULT 0 NOT NULL,
	"line_id" uuid,
	"product_id" uuid,
	"work_order_id" uuid,
	"rolled_at" timestamp(3) with time zone,
	CONSTRAINT "test_result_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "test_result_batch_id_index_id_jumbo_roll_id_slit_roll_id_retest_key" UNIQUE NULLS NOT DISTINCT("site_id","batch_id","index_id","jumbo_roll_id","slit_roll_id","retest")
);
--> statement-breakpoint
CREATE TABLE "control_limit" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"product_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"index_id" uuid NOT NULL,
	"chart" text NOT NULL,
	"subgroup" text NOT NULL,
	"from_at" timestamp(3) with time zone NOT NULL,
	"to_at" timestamp(3) with time zone NOT NULL,
	"excluded" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"revision" integer NOT NULL,
	"newest" boolean DEFAULT true NOT NULL,
	"points" integer NOT NULL,
	"center" numeric(18, 9) NOT NULL,
	"sigma" numeric(18, 9) NOT NULL,
	"frozen_by" uuid,
	CONSTRAINT "control_limit_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "control_limit_product_id_line_id_index_id_chart_subgroup_revision_key" UNIQUE("site_id","product_id","line_id","index_id","chart","subgroup","revision")
);
--> statement-breakpoint
CREATE TABLE "material_inspection" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"result" text DEFAULT 'open' NOT NULL,
	"lot_id" uuid NOT NULL,
	"lot_size" integer,
	"steady" boolean DEFAULT false NOT NULL,
	"resumed" boolean DEFAULT false NOT NULL,
	"material_id" uuid,
	"supplier" text,
	"supplier_en" text,
	"standard_id" uuid,
	"standard_code" text,
	"standard_revision" integer,
	"sampling" text,
	"level" text,
	"aql" numeric(18, 3),
	"severity" text DEFAULT 'normal' NOT NULL,
	"discontinued" boolean DEFAULT false NOT NULL,
	"original" boolean DEFAULT true NOT NULL,
	"code_letter" text,
	"sample_size" integer,
	"accept_number" integer,
	"reject_number" integer,
	"nonconforming" integer DEFAULT 0 NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"examined" integer,
	"defects" integer,
	"readings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"inspected_on" date,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"started_at" timestamp(3) with time zone,
	"inspected_by" uuid,
	"decided_by" uuid,
	"decided_at" timestamp(3) with time zone,
	"reason" text,
	CONSTRAINT "material_inspection_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "material_inspection_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "incoming_field" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"material_id" uuid NOT NULL,
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
	CONSTRAINT "incoming_field_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "incoming_field_material_id_key_key" UNIQUE("site_id","material_id","key")
);
--> statement-breakpoint
CREATE TABLE "certificate" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"work_order_id" uuid NOT NULL,
	"customer_id" uuid,
	"product_id" uuid NOT NULL,
	"template_id" uuid,
	"order_number" text NOT NULL,
	"batch" text,
	"purchase_order" text,
	"company" text,
	"company_en" text,
	"address" text,
	"customer" text,
	"customer_en" text,
	"product" text,
	"product_en" text,
	"specification" text,
	"specification_en" text,
	"quantity_kg" numeric(18, 3),
	"roll_count" integer DEFAULT 0 NOT NULL,
	"made_from" date,
	"made_to" date,
	"tested_from" date,
	"tested_to" date,
	"product_standard_id" uuid,
	"standard" text,
	"season" text,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"show_rolls" boolean DEFAULT true NOT NULL,
	"batch_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sampling" text,
	"sampling_en" text,
	"remarks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"concession" text,
	"approver_id" uuid NOT NULL,
	"replacements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"drafted_by" uuid,
	"drafted_name" text,
	"issued_name" text,
	"drafted_at" timestamp(3) with time zone NOT NULL,
	"issued_by" uuid,
	"issued_at" timestamp(3) with time zone,
	"replaces_id" uuid,
	"replaced_by_id" uuid,
	"reason" text,
	CONSTRAINT "certificate_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "certificate_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "certificate_annex" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"certificate_id" uuid NOT NULL,
	"rolls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"verify_code" text NOT NULL,
	CONSTRAINT "certificate_annex_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "certificate_annex_certificate_id_key" UNIQUE("site_id","certificate_id"),
	CONSTRAINT "certificate_annex_verify_code_key" UNIQUE("site_id","verify_code")
);
--> statement-breakpoint
CREATE TABLE "coa_template" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"customer_id" uuid,
	"product_id" uuid,
	"company" text NOT NULL,
	"company_en" text NOT NULL,
	"address" text,
	"sampling" text,
	"sampling_en" text,
	"indexes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"remarks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"show_rolls" boolean DEFAULT true NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "coa_template_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "coa_template_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "coa_remark" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"code" text NOT NULL,
	"text" text NOT NULL,
	"text_en" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "coa_remark_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "coa_remark_code_key" UNIQUE("site_id","code")
);
--> statement-breakpoint
CREATE TABLE "coa_translation" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"term" text NOT NULL,
	"english" text NOT NULL,
	CONSTRAINT "coa_translation_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "coa_translation_term_key" UNIQUE("site_id","term")
);
--> statement-breakpoint
CREATE TABLE "abnormity" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"severity" text DEFAULT 'major' NOT NULL,
	"defect" text,
	"description" text NOT NULL,
	"jumbo_roll_id" uuid,
	"slit_roll_id" uuid,
	"material_lot_id" uuid,
	"line_id" uuid,
	"work_order_id" uuid,
	"customer_id" uuid,
	"quantity_kg" numeric(18, 1),
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"product_id" uuid,
	"team" text,
	"shift" text,
	"raised_by" uuid,
	"raised_at" timestamp(3) with time zone NOT NULL,
	"responsible_id" uuid,
	"due_on" date,
	"replacements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp(3) with time zone,
	"containment" text,
	"cause_kind" text,
	"cause" text,
	"measures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"prevention" text,
	"answered_by" uuid,
	"answered_at" timestamp(3) with time zone,
	"verification" text,
	"verified_by" uuid,
	"verified_at" timestamp(3) with time zone,
	"closed_by" uuid,
	"closed_at" timestamp(3) with time zone,
	"reason" text,
	"sent_back" integer DEFAULT 0 NOT NULL,
	"reminded_on" date,
	"owed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "abnormity_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "abnormity_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "material_feedback" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"number" text NOT NULL,
	"material_id" uuid NOT NULL,
	"material_lot_id" uuid,
	"supplier" text NOT NULL,
	"supplier_en" text,
	"problem" text NOT NULL,
	"quantity_kg" numeric(18, 1),
	"request" text NOT NULL,
	"answer_by" date,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'notApproved' NOT NULL,
	"approvers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"waiting_for" uuid,
	"replacements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"authors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submitted_by" uuid,
	"submitted_at" timestamp(3) with time zone,
	"approved_by" uuid,
	"approved_at" timestamp(3) with time zone,
	"feedback" text,
	"feedback_images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"feedback_by" uuid,
	"feedback_at" timestamp(3) with time zone,
	"verification" text,
	"closed_by" uuid,
	"closed_at" timestamp(3) with time zone,
	"reason" text,
	CONSTRAINT "material_feedback_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "material_feedback_number_key" UNIQUE("site_id","number")
);
--> statement-breakpoint
CREATE TABLE "inspection_plan" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"name_en" text,
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
	CONSTRAINT "inspection_plan_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "inspection_plan_name_key" UNIQUE("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "inspection_round" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"round_key" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"plan_name" text NOT NULL,
	"plan_name_en" text,
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
	"walkers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"points_total" integer DEFAULT 0 NOT NULL,
	"points_done" integer DEFAULT 0 NOT NULL,
	"points_skipped" integer DEFAULT 0 NOT NULL,
	"findings" integer DEFAULT 0 NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	"points" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"added_notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "inspection_round_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "inspection_round_round_key_key" UNIQUE("site_id","round_key")
);
--> statement-breakpoint
CREATE TABLE "inspection_result" (
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
	CONSTRAINT "inspection_result_pk" PRIMARY KEY("site_id","id")
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
	"inspection_result_id" uuid,
	"line_id" uuid,
	"reported_by" uuid,
	"reported_at" timestamp(3) with time zone NOT NULL,
	"accepted_by" uuid,
	"accepted_at" timestamp(3) with time zone,
	"also_accepted_by" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"waits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"expected_on" date,
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
CREATE TABLE "repair_comment" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"repair_id" uuid NOT NULL,
	"text" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"written_by" uuid,
	"written_at" timestamp(3) with time zone,
	CONSTRAINT "repair_comment_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "pm_plan" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"equipment_id" uuid NOT NULL,
	"title" text NOT NULL,
	"title_en" text,
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
	"served_on" date,
	"last_done_at" timestamp(3) with time zone,
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
	"due_by" text,
	"due_reading" numeric(18, 3),
	"state" text DEFAULT 'ok' NOT NULL,
	CONSTRAINT "pm_plan_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "pm_plan_equipment_id_title_key" UNIQUE("site_id","equipment_id","title")
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
	"name_en" text,
	"kind" text DEFAULT 'mechanical' NOT NULL,
	"model" text,
	"maker" text,
	"maker_en" text,
	"supplier" text,
	"supplier_en" text,
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
	"record_kind" text,
	"record_id" text,
	"user_id" uuid,
	CONSTRAINT "stock_movement_pk" PRIMARY KEY("site_id","id")
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
	"back_by" uuid,
	"back_at" timestamp(3) with time zone,
	"authors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"concerned" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "handover_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "handover_kind_line_id_business_date_shift_key" UNIQUE NULLS NOT DISTINCT("site_id","kind","line_id","business_date","shift")
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
	CONSTRAINT "team_summary_line_id_work_order_id_business_date_shift_key" UNIQUE NULLS NOT DISTINCT("site_id","line_id","work_order_id","business_date","shift")
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
CREATE TABLE "order_cost" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"work_order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"customer_id" uuid,
	"line_id" uuid NOT NULL,
	"process_standard_id" uuid,
	"product_standard_id" uuid,
	"state" text DEFAULT 'running' NOT NULL,
	"month" text,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	"finished_on" date,
	"good_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"made_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"good_rolls" integer DEFAULT 0 NOT NULL,
	"quality" numeric(18, 4),
	"machine_hours" numeric(18, 2) DEFAULT 0 NOT NULL,
	"labour_hours" numeric(18, 2) DEFAULT 0 NOT NULL,
	"kwh" numeric(18, 2) DEFAULT 0 NOT NULL,
	"material" numeric(18, 2) DEFAULT 0 NOT NULL,
	"packing" numeric(18, 2) DEFAULT 0 NOT NULL,
	"electricity" numeric(18, 2) DEFAULT 0 NOT NULL,
	"gas" numeric(18, 2) DEFAULT 0 NOT NULL,
	"water" numeric(18, 2) DEFAULT 0 NOT NULL,
	"labour" numeric(18, 2) DEFAULT 0 NOT NULL,
	"tools" numeric(18, 2) DEFAULT 0 NOT NULL,
	"fixed" numeric(18, 2) DEFAULT 0 NOT NULL,
	"financial" numeric(18, 2) DEFAULT 0 NOT NULL,
	"other" numeric(18, 2) DEFAULT 0 NOT NULL,
	"credit" numeric(18, 2) DEFAULT 0 NOT NULL,
	"total" numeric(18, 2) DEFAULT 0 NOT NULL,
	"per_kg" numeric(18, 4),
	"per_roll" numeric(18, 2),
	"standard_total" numeric(18, 2),
	"standard_per_kg" numeric(18, 4),
	"variances" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"missing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"whole" boolean DEFAULT false NOT NULL,
	"estimated_share" numeric(18, 4),
	"frozen" boolean DEFAULT false NOT NULL,
	"lanes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"adjusted" numeric(18, 2) DEFAULT 0 NOT NULL,
	"computed_at" timestamp(3) with time zone NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "order_cost_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "order_cost_work_order_id_key" UNIQUE("site_id","work_order_id")
);
--> statement-breakpoint
CREATE TABLE "cost_cause" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"work_order_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"resource" text,
	"row_id" text,
	"price_kind" text,
	"detail" text,
	"at" timestamp(3) with time zone NOT NULL,
	"user_id" uuid,
	CONSTRAINT "cost_cause_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "cost_change" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"work_order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"month" text,
	"before" numeric(18, 2),
	"after" numeric(18, 2),
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"causes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "cost_change_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "standard_rate" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"item" text NOT NULL,
	"material_id" uuid,
	"line_id" uuid,
	"effective_from" date NOT NULL,
	"price" numeric(18, 6) NOT NULL,
	"note" text,
	"key" text DEFAULT '' NOT NULL,
	CONSTRAINT "standard_rate_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "standard_rate_key_effective_from_key" UNIQUE("site_id","key","effective_from")
);
--> statement-breakpoint
CREATE TABLE "shift_figure" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"kind" text NOT NULL,
	"business_date" date NOT NULL,
	"shift" text NOT NULL,
	"team" text,
	"line_id" uuid,
	"work_order_id" uuid,
	"product_id" uuid,
	"customer_id" uuid,
	"wound_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"wound_m" numeric(18, 1) DEFAULT 0 NOT NULL,
	"jumbo_rolls" numeric(18, 0) DEFAULT 0 NOT NULL,
	"wound_good_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"wound_downgraded_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"wound_waste_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"wound_first_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"slit_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"slit_rolls" numeric(18, 0) DEFAULT 0 NOT NULL,
	"slit_good_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"slit_downgraded_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"slit_waste_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"slit_first_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"trim_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"cut_waste_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"fed_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"pellets_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"recycled_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"kwh" numeric(18, 3) DEFAULT 0 NOT NULL,
	"gas" numeric(18, 3) DEFAULT 0 NOT NULL,
	"water" numeric(18, 3) DEFAULT 0 NOT NULL,
	"energy_cost" numeric(18, 6) DEFAULT 0 NOT NULL,
	"metered_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"cost" numeric(18, 6) DEFAULT 0 NOT NULL,
	"costed_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"labour_hours" numeric(18, 3) DEFAULT 0 NOT NULL,
	"calendar_minutes" numeric(18, 3) DEFAULT 0 NOT NULL,
	"outside_minutes" numeric(18, 3) DEFAULT 0 NOT NULL,
	"standing_minutes" numeric(18, 3) DEFAULT 0 NOT NULL,
	"planned_minutes" numeric(18, 3) DEFAULT 0 NOT NULL,
	"unplanned_minutes" numeric(18, 3) DEFAULT 0 NOT NULL,
	"unknown_minutes" numeric(18, 3) DEFAULT 0 NOT NULL,
	"stops" numeric(18, 0) DEFAULT 0 NOT NULL,
	"unplanned_stops" numeric(18, 0) DEFAULT 0 NOT NULL,
	"ended_stops" numeric(18, 0) DEFAULT 0 NOT NULL,
	"restore_minutes" numeric(18, 3) DEFAULT 0 NOT NULL,
	"ideal_m" numeric(18, 1) DEFAULT 0 NOT NULL,
	"rolls_first_checked" numeric(18, 0) DEFAULT 0 NOT NULL,
	"rolls_first_passed" numeric(18, 0) DEFAULT 0 NOT NULL,
	"operating_minutes" numeric(18, 3) DEFAULT 0 NOT NULL,
	"breakdowns" numeric(18, 0) DEFAULT 0 NOT NULL,
	"breakdowns_repaired" numeric(18, 0) DEFAULT 0 NOT NULL,
	"repair_minutes" numeric(18, 3) DEFAULT 0 NOT NULL,
	"waiting_minutes" numeric(18, 3) DEFAULT 0 NOT NULL,
	"orders_due" numeric(18, 0) DEFAULT 0 NOT NULL,
	"orders_on_time" numeric(18, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "shift_figure_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "figure_day" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"day" date NOT NULL,
	"counted_at" timestamp(3) with time zone NOT NULL,
	"frozen" boolean DEFAULT false NOT NULL,
	CONSTRAINT "figure_day_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "figure_day_day_key" UNIQUE("site_id","day")
);
--> statement-breakpoint
CREATE TABLE "figure_mark" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"day" date NOT NULL,
	CONSTRAINT "figure_mark_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "figure_correction" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"business_date" date NOT NULL,
	"shift" text NOT NULL,
	"line_id" uuid,
	"work_order_id" uuid,
	"sum" text NOT NULL,
	"delta" numeric(18, 6) NOT NULL,
	"before" numeric(18, 6) NOT NULL,
	"cause" text NOT NULL,
	"of_day" date,
	"reason" text,
	"user_id" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "figure_correction_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "figure_target" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid,
	"team" text,
	"figure" text NOT NULL,
	"period" text NOT NULL,
	"day" date NOT NULL,
	"shift" text,
	"value" numeric(18, 4) NOT NULL,
	"set_by" uuid,
	"set_at" timestamp(3) with time zone,
	CONSTRAINT "figure_target_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "hours_correction" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"business_date" date NOT NULL,
	"line_id" uuid NOT NULL,
	"shift" text NOT NULL,
	"team" text,
	"user_id" uuid,
	"hours" numeric(18, 2) NOT NULL,
	"reason" text NOT NULL,
	"entered_by" uuid,
	"entered_at" timestamp(3) with time zone,
	CONSTRAINT "hours_correction_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "kept_sheet" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"kind" text NOT NULL,
	"from" date NOT NULL,
	"to" date NOT NULL,
	"line_id" uuid,
	"note" text,
	"sums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"kept_by" uuid,
	"kept_at" timestamp(3) with time zone,
	CONSTRAINT "kept_sheet_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "input_line" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"business_date" date NOT NULL,
	"line_id" uuid NOT NULL,
	"shift" text,
	"work_order_id" uuid,
	"material_id" uuid NOT NULL,
	"lot_id" uuid,
	"kg" numeric(18, 3) NOT NULL,
	"reason" text NOT NULL,
	"entered_by" uuid,
	"entered_at" timestamp(3) with time zone,
	CONSTRAINT "input_line_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "output_line" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"business_date" date NOT NULL,
	"line_id" uuid NOT NULL,
	"shift" text,
	"work_order_id" uuid,
	"product_id" uuid NOT NULL,
	"grade" text DEFAULT 'good' NOT NULL,
	"rolls" integer DEFAULT 0 NOT NULL,
	"kg" numeric(18, 3) NOT NULL,
	"reason" text NOT NULL,
	"entered_by" uuid,
	"entered_at" timestamp(3) with time zone,
	CONSTRAINT "output_line_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "input_output_month" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"month" text NOT NULL,
	"state" text DEFAULT 'entered' NOT NULL,
	"input_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"manual_input_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"pack_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"output_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"manual_output_kg" numeric(18, 3) DEFAULT 0 NOT NULL,
	"percent" numeric(18, 3),
	"entered_by" uuid,
	"entered_at" timestamp(3) with time zone,
	"statistical_by" uuid,
	"statistical_at" timestamp(3) with time zone,
	"financial_by" uuid,
	"financial_at" timestamp(3) with time zone,
	"reason" text,
	CONSTRAINT "input_output_month_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "input_output_month_month_key" UNIQUE("site_id","month")
);
--> statement-breakpoint
CREATE TABLE "assessment_weight" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"figure" text NOT NULL,
	"weight" numeric(18, 1) NOT NULL,
	"basis" text DEFAULT 'mean' NOT NULL,
	CONSTRAINT "assessment_weight_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "assessment_weight_figure_key" UNIQUE("site_id","figure")
);
--> statement-breakpoint
CREATE TABLE "team_assessment" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"month" text NOT NULL,
	"last_day" date NOT NULL,
	"team" text NOT NULL,
	"points" numeric(18, 2),
	"rank" integer,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"made_by" uuid,
	"made_at" timestamp(3) with time zone,
	CONSTRAINT "team_assessment_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "team_assessment_month_team_key" UNIQUE("site_id","month","team")
);
--> statement-breakpoint
CREATE TABLE "late_item" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"month" text,
	"day" date,
	"operation" text,
	"resource" text,
	"user_id" uuid,
	"occurred_at" timestamp(3) with time zone,
	"tried_at" timestamp(3) with time zone,
	"key" text,
	"body" text,
	"decided_by" uuid,
	"decided_at" timestamp(3) with time zone,
	"reason" text,
	CONSTRAINT "late_item_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_container" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"name_en" text,
	"owner_id" uuid,
	"role_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sort_order" integer,
	"cards" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"phone" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tablet" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"desk" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "dashboard_container_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "line_window" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"user_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"tag_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "line_window_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "line_window_user_id_line_id_key" UNIQUE("site_id","user_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "board_setting" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"of" text NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"edit_days" integer DEFAULT 7 NOT NULL,
	CONSTRAINT "board_setting_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "board_setting_of_key" UNIQUE("site_id","of")
);
--> statement-breakpoint
CREATE TABLE "target_change" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"line_id" uuid,
	"team" text,
	"figure" text NOT NULL,
	"period" text NOT NULL,
	"day" date NOT NULL,
	"shift" text,
	"before" numeric(18, 4),
	"after" numeric(18, 4),
	"user_id" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "target_change_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "lobby_setting" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"of" text NOT NULL,
	"data_seconds" integer DEFAULT 15 NOT NULL,
	"notice_seconds" integer DEFAULT 30 NOT NULL,
	"scenes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"theme" text DEFAULT 'dark' NOT NULL,
	CONSTRAINT "lobby_setting_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "lobby_setting_of_key" UNIQUE("site_id","of")
);
--> statement-breakpoint
CREATE TABLE "lobby_notice" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"text" text NOT NULL,
	"text_en" text,
	"from" timestamp(3) with time zone,
	"until" timestamp(3) with time zone,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "lobby_notice_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "lobby_link" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"place" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"entered_at" timestamp(3) with time zone,
	"entered_from" text,
	"revoked_at" timestamp(3) with time zone,
	"revoked_by" uuid,
	"secret_hash" text NOT NULL,
	"session_id" text,
	CONSTRAINT "lobby_link_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "lobby_link_secret_hash_key" UNIQUE("site_id","secret_hash")
);
--> statement-breakpoint
CREATE TABLE "demonstration" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"of" text NOT NULL,
	"seconds" integer DEFAULT 12 NOT NULL,
	"slides" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "demonstration_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "demonstration_of_key" UNIQUE("site_id","of")
);
--> statement-breakpoint
CREATE TABLE "plan_snapshot" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"made_on" date NOT NULL,
	"line_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kg" numeric(18, 1) NOT NULL,
	CONSTRAINT "plan_snapshot_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "plan_snapshot_made_on_line_id_day_key" UNIQUE("site_id","made_on","line_id","day")
);
--> statement-breakpoint
CREATE TABLE "notice_rule" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"name" text NOT NULL,
	"name_en" text,
	"active" boolean DEFAULT true NOT NULL,
	"severity" text DEFAULT 'warning' NOT NULL,
	"watches" text NOT NULL,
	"figure" text,
	"line_id" uuid,
	"period" text DEFAULT 'shift' NOT NULL,
	"tag_id" uuid,
	"condition" text NOT NULL,
	"limit" numeric(18, 4),
	"back" numeric(18, 4),
	"hold_minutes" integer DEFAULT 0 NOT NULL,
	"role_id" uuid NOT NULL,
	"escalate_to" uuid,
	"escalate_minutes" integer,
	"quiet_from" integer,
	"quiet_to" integer,
	"hook_kind" text,
	"hook_url" text,
	"hook_secret" text,
	"hook_language" text DEFAULT 'zh' NOT NULL,
	"note" text,
	CONSTRAINT "notice_rule_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "notice_rule_name_key" UNIQUE("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"state" text NOT NULL,
	"severity" text NOT NULL,
	"rule_id" uuid,
	"name" text NOT NULL,
	"name_en" text,
	"line_id" uuid,
	"tag_id" uuid,
	"figure" text,
	"condition" text NOT NULL,
	"value" numeric(18, 4),
	"limit" numeric(18, 4),
	"unit" text,
	"began_at" timestamp(3) with time zone NOT NULL,
	"role_id" uuid,
	"told_at" timestamp(3) with time zone,
	"escalated_at" timestamp(3) with time zone,
	"acknowledged_by" uuid,
	"acknowledged_at" timestamp(3) with time zone,
	"said" text,
	"over_at" timestamp(3) with time zone,
	"sent_outside" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notice_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "notice_watch" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"rule_id" uuid NOT NULL,
	"since" timestamp(3) with time zone,
	"value" numeric(18, 4),
	"looked_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "notice_watch_pk" PRIMARY KEY("site_id","id"),
	CONSTRAINT "notice_watch_rule_id_key" UNIQUE("site_id","rule_id")
);
--> statement-breakpoint
ALTER TABLE "plant_area" ADD CONSTRAINT "plant_area_principal_id_fk" FOREIGN KEY ("site_id","principal_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_reason_id_fk" FOREIGN KEY ("site_id","reason_id") REFERENCES "public"."stop_reason"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_repair_id_fk" FOREIGN KEY ("site_id","repair_id") REFERENCES "public"."repair"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_stop" ADD CONSTRAINT "line_stop_explained_by_fk" FOREIGN KEY ("site_id","explained_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_month" ADD CONSTRAINT "plant_month_closed_by_fk" FOREIGN KEY ("site_id","closed_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_month" ADD CONSTRAINT "plant_month_asked_by_fk" FOREIGN KEY ("site_id","asked_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_month" ADD CONSTRAINT "plant_month_reopened_by_fk" FOREIGN KEY ("site_id","reopened_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_principal_id_fk" FOREIGN KEY ("site_id","principal_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_role_id_fk" FOREIGN KEY ("site_id","role_id") REFERENCES "public"."role"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_department_id_fk" FOREIGN KEY ("site_id","department_id") REFERENCES "public"."department"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_log" ADD CONSTRAINT "operation_log_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_log" ADD CONSTRAINT "login_log_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_log" ADD CONSTRAINT "upload_log_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_owner_id_fk" FOREIGN KEY ("site_id","owner_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hopper" ADD CONSTRAINT "hopper_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_area_id_fk" FOREIGN KEY ("site_id","area_id") REFERENCES "public"."plant_area"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_principal_id_fk" FOREIGN KEY ("site_id","principal_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_record" ADD CONSTRAINT "use_record_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_record" ADD CONSTRAINT "use_record_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_level_check" ADD CONSTRAINT "first_level_check_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_level_check" ADD CONSTRAINT "second_level_check_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "electric_record" ADD CONSTRAINT "electric_record_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pm_record" ADD CONSTRAINT "pm_record_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pm_record" ADD CONSTRAINT "pm_record_plan_id_fk" FOREIGN KEY ("site_id","plan_id") REFERENCES "public"."pm_plan"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "tag" ADD CONSTRAINT "tag_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_area_id_fk" FOREIGN KEY ("site_id","area_id") REFERENCES "public"."plant_area"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_meter_id_fk" FOREIGN KEY ("site_id","meter_id") REFERENCES "public"."meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "odd_reading" ADD CONSTRAINT "odd_reading_tag_id_fk" FOREIGN KEY ("site_id","tag_id") REFERENCES "public"."tag"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "odd_reading" ADD CONSTRAINT "odd_reading_decided_by_fk" FOREIGN KEY ("site_id","decided_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inlet" ADD CONSTRAINT "inlet_account_id_fk" FOREIGN KEY ("site_id","account_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_standard" ADD CONSTRAINT "process_standard_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_standard" ADD CONSTRAINT "process_standard_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_standard" ADD CONSTRAINT "process_standard_waiting_for_fk" FOREIGN KEY ("site_id","waiting_for") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_standard" ADD CONSTRAINT "process_standard_submitted_by_fk" FOREIGN KEY ("site_id","submitted_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_standard" ADD CONSTRAINT "process_standard_approved_by_fk" FOREIGN KEY ("site_id","approved_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_standard" ADD CONSTRAINT "product_standard_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_standard" ADD CONSTRAINT "product_standard_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_standard" ADD CONSTRAINT "product_standard_waiting_for_fk" FOREIGN KEY ("site_id","waiting_for") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_standard" ADD CONSTRAINT "product_standard_submitted_by_fk" FOREIGN KEY ("site_id","submitted_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_standard" ADD CONSTRAINT "product_standard_approved_by_fk" FOREIGN KEY ("site_id","approved_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_standard" ADD CONSTRAINT "material_standard_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_standard" ADD CONSTRAINT "material_standard_waiting_for_fk" FOREIGN KEY ("site_id","waiting_for") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_standard" ADD CONSTRAINT "material_standard_submitted_by_fk" FOREIGN KEY ("site_id","submitted_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_standard" ADD CONSTRAINT "material_standard_approved_by_fk" FOREIGN KEY ("site_id","approved_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "masterbatch" ADD CONSTRAINT "masterbatch_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "masterbatch" ADD CONSTRAINT "masterbatch_waiting_for_fk" FOREIGN KEY ("site_id","waiting_for") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "masterbatch" ADD CONSTRAINT "masterbatch_submitted_by_fk" FOREIGN KEY ("site_id","submitted_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "masterbatch" ADD CONSTRAINT "masterbatch_approved_by_fk" FOREIGN KEY ("site_id","approved_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_erp_order_id_fk" FOREIGN KEY ("site_id","erp_order_id") REFERENCES "public"."erp_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_process_standard_id_fk" FOREIGN KEY ("site_id","process_standard_id") REFERENCES "public"."process_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_product_standard_id_fk" FOREIGN KEY ("site_id","product_standard_id") REFERENCES "public"."product_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erp_order" ADD CONSTRAINT "erp_order_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erp_order" ADD CONSTRAINT "erp_order_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erp_order" ADD CONSTRAINT "erp_order_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_entry" ADD CONSTRAINT "schedule_entry_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_entry" ADD CONSTRAINT "schedule_entry_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_lot" ADD CONSTRAINT "material_lot_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_lot" ADD CONSTRAINT "material_lot_decided_by_fk" FOREIGN KEY ("site_id","decided_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_hopper_id_fk" FOREIGN KEY ("site_id","hopper_id") REFERENCES "public"."hopper"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_lot_id_fk" FOREIGN KEY ("site_id","lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed" ADD CONSTRAINT "feed_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recycle" ADD CONSTRAINT "recycle_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recycle" ADD CONSTRAINT "recycle_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_lot_id_fk" FOREIGN KEY ("site_id","lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_hopper_id_fk" FOREIGN KEY ("site_id","hopper_id") REFERENCES "public"."hopper"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_time" ADD CONSTRAINT "material_time_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "slitter" ADD CONSTRAINT "slitter_slitter_id_fk" FOREIGN KEY ("site_id","slitter_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_run" ADD CONSTRAINT "machine_run_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_run" ADD CONSTRAINT "machine_run_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_run" ADD CONSTRAINT "machine_run_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hopper_content" ADD CONSTRAINT "hopper_content_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold" ADD CONSTRAINT "hold_held_by_fk" FOREIGN KEY ("site_id","held_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hold" ADD CONSTRAINT "hold_released_by_fk" FOREIGN KEY ("site_id","released_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_movement" ADD CONSTRAINT "roll_movement_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_movement" ADD CONSTRAINT "roll_movement_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_movement" ADD CONSTRAINT "roll_movement_from_order_id_fk" FOREIGN KEY ("site_id","from_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_movement" ADD CONSTRAINT "roll_movement_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_movement" ADD CONSTRAINT "roll_movement_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_movement" ADD CONSTRAINT "roll_movement_package_id_fk" FOREIGN KEY ("site_id","package_id") REFERENCES "public"."package"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rework" ADD CONSTRAINT "rework_slit_roll_id_fk" FOREIGN KEY ("site_id","slit_roll_id") REFERENCES "public"."slit_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rework" ADD CONSTRAINT "rework_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rework" ADD CONSTRAINT "rework_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rework" ADD CONSTRAINT "rework_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rework" ADD CONSTRAINT "rework_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool" ADD CONSTRAINT "tool_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_use" ADD CONSTRAINT "tool_use_tool_id_fk" FOREIGN KEY ("site_id","tool_id") REFERENCES "public"."tool"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_use" ADD CONSTRAINT "tool_use_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_use" ADD CONSTRAINT "tool_use_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_use" ADD CONSTRAINT "tool_use_removed_by_fk" FOREIGN KEY ("site_id","removed_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_fixed_price" ADD CONSTRAINT "cost_fixed_price_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_fixed_price" ADD CONSTRAINT "cost_fixed_price_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_direct_price" ADD CONSTRAINT "cost_direct_price_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_direct_price" ADD CONSTRAINT "cost_direct_price_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_other_price" ADD CONSTRAINT "cost_other_price_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_other_price" ADD CONSTRAINT "cost_other_price_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_material_price" ADD CONSTRAINT "cost_material_price_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_material_price" ADD CONSTRAINT "cost_material_price_lot_id_fk" FOREIGN KEY ("site_id","lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_financial_price" ADD CONSTRAINT "cost_financial_price_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_financial_price" ADD CONSTRAINT "cost_financial_price_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_item" ADD CONSTRAINT "energy_item_area_id_fk" FOREIGN KEY ("site_id","area_id") REFERENCES "public"."plant_area"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_meter" ADD CONSTRAINT "energy_meter_item_id_fk" FOREIGN KEY ("site_id","item_id") REFERENCES "public"."energy_item"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_meter" ADD CONSTRAINT "energy_meter_meter_id_fk" FOREIGN KEY ("site_id","meter_id") REFERENCES "public"."meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_meter" ADD CONSTRAINT "energy_meter_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_meter_day" ADD CONSTRAINT "energy_meter_day_energy_meter_id_fk" FOREIGN KEY ("site_id","energy_meter_id") REFERENCES "public"."energy_meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_meter_month" ADD CONSTRAINT "energy_meter_month_energy_meter_id_fk" FOREIGN KEY ("site_id","energy_meter_id") REFERENCES "public"."energy_meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_use" ADD CONSTRAINT "energy_use_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_use" ADD CONSTRAINT "energy_use_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_use" ADD CONSTRAINT "energy_use_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_abnormal" ADD CONSTRAINT "energy_abnormal_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_abnormal" ADD CONSTRAINT "energy_abnormal_energy_meter_id_fk" FOREIGN KEY ("site_id","energy_meter_id") REFERENCES "public"."energy_meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_abnormal" ADD CONSTRAINT "energy_abnormal_explained_by_fk" FOREIGN KEY ("site_id","explained_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_month" ADD CONSTRAINT "energy_month_owner_id_fk" FOREIGN KEY ("site_id","owner_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_month" ADD CONSTRAINT "energy_month_written_by_fk" FOREIGN KEY ("site_id","written_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_baseline" ADD CONSTRAINT "energy_baseline_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_baseline" ADD CONSTRAINT "energy_baseline_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "energy_alarm" ADD CONSTRAINT "energy_alarm_energy_meter_id_fk" FOREIGN KEY ("site_id","energy_meter_id") REFERENCES "public"."energy_meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "electric_bill" ADD CONSTRAINT "electric_bill_written_by_fk" FOREIGN KEY ("site_id","written_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_inspection" ADD CONSTRAINT "daily_inspection_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_inspection" ADD CONSTRAINT "daily_inspection_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_inspection" ADD CONSTRAINT "daily_inspection_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_inspection" ADD CONSTRAINT "post_inspection_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_inspection" ADD CONSTRAINT "post_inspection_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_inspection" ADD CONSTRAINT "post_inspection_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_inspection1" ADD CONSTRAINT "process_inspection1_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_inspection1" ADD CONSTRAINT "process_inspection1_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_inspection1" ADD CONSTRAINT "process_inspection1_process_standard_id_fk" FOREIGN KEY ("site_id","process_standard_id") REFERENCES "public"."process_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_inspection1" ADD CONSTRAINT "process_inspection1_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_inspection2" ADD CONSTRAINT "process_inspection2_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_inspection2" ADD CONSTRAINT "process_inspection2_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_inspection2" ADD CONSTRAINT "process_inspection2_process_standard_id_fk" FOREIGN KEY ("site_id","process_standard_id") REFERENCES "public"."process_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "process_inspection2" ADD CONSTRAINT "process_inspection2_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_time" ADD CONSTRAINT "inspection_time_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_time" ADD CONSTRAINT "inspection_time_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_time" ADD CONSTRAINT "inspection_time_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_inspection" ADD CONSTRAINT "first_inspection_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_inspection" ADD CONSTRAINT "first_inspection_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_inspection" ADD CONSTRAINT "first_inspection_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_inspection" ADD CONSTRAINT "first_inspection_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_template" ADD CONSTRAINT "table_template_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_check" ADD CONSTRAINT "quality_check_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_check" ADD CONSTRAINT "quality_check_slit_roll_id_fk" FOREIGN KEY ("site_id","slit_roll_id") REFERENCES "public"."slit_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_check" ADD CONSTRAINT "quality_check_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_check" ADD CONSTRAINT "quality_check_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_check" ADD CONSTRAINT "quality_check_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_check" ADD CONSTRAINT "quality_check_template_id_fk" FOREIGN KEY ("site_id","template_id") REFERENCES "public"."table_template"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_check" ADD CONSTRAINT "quality_check_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "width_check" ADD CONSTRAINT "width_check_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "width_check" ADD CONSTRAINT "width_check_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "width_check" ADD CONSTRAINT "width_check_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "width_check" ADD CONSTRAINT "width_check_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "width_check" ADD CONSTRAINT "width_check_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oiling" ADD CONSTRAINT "oiling_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oiling" ADD CONSTRAINT "oiling_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oiling" ADD CONSTRAINT "oiling_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oiling" ADD CONSTRAINT "oiling_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oiling" ADD CONSTRAINT "oiling_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_width" ADD CONSTRAINT "code_width_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_width" ADD CONSTRAINT "code_width_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_width" ADD CONSTRAINT "code_width_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_width" ADD CONSTRAINT "code_width_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_width" ADD CONSTRAINT "code_width_template_id_fk" FOREIGN KEY ("site_id","template_id") REFERENCES "public"."table_template"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_width" ADD CONSTRAINT "code_width_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_storage" ADD CONSTRAINT "product_storage_package_id_fk" FOREIGN KEY ("site_id","package_id") REFERENCES "public"."package"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_storage" ADD CONSTRAINT "product_storage_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_storage" ADD CONSTRAINT "product_storage_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_code" ADD CONSTRAINT "customer_code_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_code" ADD CONSTRAINT "customer_code_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_import" ADD CONSTRAINT "lab_import_imported_by_fk" FOREIGN KEY ("site_id","imported_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_batch" ADD CONSTRAINT "test_batch_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_batch" ADD CONSTRAINT "test_batch_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_batch" ADD CONSTRAINT "test_batch_customer_code_id_fk" FOREIGN KEY ("site_id","customer_code_id") REFERENCES "public"."customer_code"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_batch" ADD CONSTRAINT "test_batch_tester_id_fk" FOREIGN KEY ("site_id","tester_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_batch" ADD CONSTRAINT "test_batch_import_id_fk" FOREIGN KEY ("site_id","import_id") REFERENCES "public"."lab_import"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_batch" ADD CONSTRAINT "test_batch_published_by_fk" FOREIGN KEY ("site_id","published_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_batch_id_fk" FOREIGN KEY ("site_id","batch_id") REFERENCES "public"."test_batch"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_index_id_fk" FOREIGN KEY ("site_id","index_id") REFERENCES "public"."test_index"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_slit_roll_id_fk" FOREIGN KEY ("site_id","slit_roll_id") REFERENCES "public"."slit_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_limit" ADD CONSTRAINT "control_limit_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_limit" ADD CONSTRAINT "control_limit_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_limit" ADD CONSTRAINT "control_limit_index_id_fk" FOREIGN KEY ("site_id","index_id") REFERENCES "public"."test_index"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_limit" ADD CONSTRAINT "control_limit_frozen_by_fk" FOREIGN KEY ("site_id","frozen_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_inspection" ADD CONSTRAINT "material_inspection_lot_id_fk" FOREIGN KEY ("site_id","lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_inspection" ADD CONSTRAINT "material_inspection_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_inspection" ADD CONSTRAINT "material_inspection_standard_id_fk" FOREIGN KEY ("site_id","standard_id") REFERENCES "public"."material_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_inspection" ADD CONSTRAINT "material_inspection_inspected_by_fk" FOREIGN KEY ("site_id","inspected_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_inspection" ADD CONSTRAINT "material_inspection_decided_by_fk" FOREIGN KEY ("site_id","decided_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_field" ADD CONSTRAINT "incoming_field_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_template_id_fk" FOREIGN KEY ("site_id","template_id") REFERENCES "public"."coa_template"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_product_standard_id_fk" FOREIGN KEY ("site_id","product_standard_id") REFERENCES "public"."product_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_approver_id_fk" FOREIGN KEY ("site_id","approver_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_drafted_by_fk" FOREIGN KEY ("site_id","drafted_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_issued_by_fk" FOREIGN KEY ("site_id","issued_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_annex" ADD CONSTRAINT "certificate_annex_certificate_id_fk" FOREIGN KEY ("site_id","certificate_id") REFERENCES "public"."certificate"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coa_template" ADD CONSTRAINT "coa_template_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coa_template" ADD CONSTRAINT "coa_template_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_jumbo_roll_id_fk" FOREIGN KEY ("site_id","jumbo_roll_id") REFERENCES "public"."jumbo_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_slit_roll_id_fk" FOREIGN KEY ("site_id","slit_roll_id") REFERENCES "public"."slit_roll"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_material_lot_id_fk" FOREIGN KEY ("site_id","material_lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_raised_by_fk" FOREIGN KEY ("site_id","raised_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_responsible_id_fk" FOREIGN KEY ("site_id","responsible_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_confirmed_by_fk" FOREIGN KEY ("site_id","confirmed_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_answered_by_fk" FOREIGN KEY ("site_id","answered_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_verified_by_fk" FOREIGN KEY ("site_id","verified_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormity" ADD CONSTRAINT "abnormity_closed_by_fk" FOREIGN KEY ("site_id","closed_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_feedback" ADD CONSTRAINT "material_feedback_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_feedback" ADD CONSTRAINT "material_feedback_material_lot_id_fk" FOREIGN KEY ("site_id","material_lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_feedback" ADD CONSTRAINT "material_feedback_waiting_for_fk" FOREIGN KEY ("site_id","waiting_for") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_feedback" ADD CONSTRAINT "material_feedback_submitted_by_fk" FOREIGN KEY ("site_id","submitted_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_feedback" ADD CONSTRAINT "material_feedback_approved_by_fk" FOREIGN KEY ("site_id","approved_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_feedback" ADD CONSTRAINT "material_feedback_feedback_by_fk" FOREIGN KEY ("site_id","feedback_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_feedback" ADD CONSTRAINT "material_feedback_closed_by_fk" FOREIGN KEY ("site_id","closed_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_plan" ADD CONSTRAINT "inspection_plan_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_round" ADD CONSTRAINT "inspection_round_plan_id_fk" FOREIGN KEY ("site_id","plan_id") REFERENCES "public"."inspection_plan"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_round" ADD CONSTRAINT "inspection_round_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_round" ADD CONSTRAINT "inspection_round_assigned_to_fk" FOREIGN KEY ("site_id","assigned_to") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_round" ADD CONSTRAINT "inspection_round_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_result" ADD CONSTRAINT "inspection_result_round_id_fk" FOREIGN KEY ("site_id","round_id") REFERENCES "public"."inspection_round"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_result" ADD CONSTRAINT "inspection_result_plan_id_fk" FOREIGN KEY ("site_id","plan_id") REFERENCES "public"."inspection_plan"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_result" ADD CONSTRAINT "inspection_result_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_result" ADD CONSTRAINT "inspection_result_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_result" ADD CONSTRAINT "inspection_result_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_result" ADD CONSTRAINT "inspection_result_repair_id_fk" FOREIGN KEY ("site_id","repair_id") REFERENCES "public"."repair"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_inspection_result_id_fk" FOREIGN KEY ("site_id","inspection_result_id") REFERENCES "public"."inspection_result"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_reported_by_fk" FOREIGN KEY ("site_id","reported_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_accepted_by_fk" FOREIGN KEY ("site_id","accepted_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_finished_by_fk" FOREIGN KEY ("site_id","finished_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_production_by_fk" FOREIGN KEY ("site_id","production_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_final_by_fk" FOREIGN KEY ("site_id","final_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_rejected_by_fk" FOREIGN KEY ("site_id","rejected_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair" ADD CONSTRAINT "repair_stop_id_fk" FOREIGN KEY ("site_id","stop_id") REFERENCES "public"."line_stop"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair_comment" ADD CONSTRAINT "repair_comment_repair_id_fk" FOREIGN KEY ("site_id","repair_id") REFERENCES "public"."repair"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair_comment" ADD CONSTRAINT "repair_comment_written_by_fk" FOREIGN KEY ("site_id","written_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pm_plan" ADD CONSTRAINT "pm_plan_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pm_plan" ADD CONSTRAINT "pm_plan_meter_id_fk" FOREIGN KEY ("site_id","meter_id") REFERENCES "public"."meter"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_work" ADD CONSTRAINT "weekly_work_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_work" ADD CONSTRAINT "weekly_work_equipment_id_fk" FOREIGN KEY ("site_id","equipment_id") REFERENCES "public"."equipment"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_part_id_fk" FOREIGN KEY ("site_id","part_id") REFERENCES "public"."spare_part"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_repair_id_fk" FOREIGN KEY ("site_id","repair_id") REFERENCES "public"."repair"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_giver_id_fk" FOREIGN KEY ("site_id","giver_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_taker_id_fk" FOREIGN KEY ("site_id","taker_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_back_by_fk" FOREIGN KEY ("site_id","back_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "order_cost" ADD CONSTRAINT "order_cost_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_cost" ADD CONSTRAINT "order_cost_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_cost" ADD CONSTRAINT "order_cost_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_cost" ADD CONSTRAINT "order_cost_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_cost" ADD CONSTRAINT "order_cost_process_standard_id_fk" FOREIGN KEY ("site_id","process_standard_id") REFERENCES "public"."process_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_cost" ADD CONSTRAINT "order_cost_product_standard_id_fk" FOREIGN KEY ("site_id","product_standard_id") REFERENCES "public"."product_standard"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_cause" ADD CONSTRAINT "cost_cause_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_cause" ADD CONSTRAINT "cost_cause_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_change" ADD CONSTRAINT "cost_change_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standard_rate" ADD CONSTRAINT "standard_rate_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standard_rate" ADD CONSTRAINT "standard_rate_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_figure" ADD CONSTRAINT "shift_figure_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_figure" ADD CONSTRAINT "shift_figure_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_figure" ADD CONSTRAINT "shift_figure_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_figure" ADD CONSTRAINT "shift_figure_customer_id_fk" FOREIGN KEY ("site_id","customer_id") REFERENCES "public"."customer"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_correction" ADD CONSTRAINT "figure_correction_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_correction" ADD CONSTRAINT "figure_correction_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_correction" ADD CONSTRAINT "figure_correction_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_target" ADD CONSTRAINT "figure_target_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_target" ADD CONSTRAINT "figure_target_set_by_fk" FOREIGN KEY ("site_id","set_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_correction" ADD CONSTRAINT "hours_correction_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_correction" ADD CONSTRAINT "hours_correction_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_correction" ADD CONSTRAINT "hours_correction_entered_by_fk" FOREIGN KEY ("site_id","entered_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_sheet" ADD CONSTRAINT "kept_sheet_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_sheet" ADD CONSTRAINT "kept_sheet_kept_by_fk" FOREIGN KEY ("site_id","kept_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "input_line" ADD CONSTRAINT "input_line_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "input_line" ADD CONSTRAINT "input_line_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "input_line" ADD CONSTRAINT "input_line_material_id_fk" FOREIGN KEY ("site_id","material_id") REFERENCES "public"."material"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "input_line" ADD CONSTRAINT "input_line_lot_id_fk" FOREIGN KEY ("site_id","lot_id") REFERENCES "public"."material_lot"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "input_line" ADD CONSTRAINT "input_line_entered_by_fk" FOREIGN KEY ("site_id","entered_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output_line" ADD CONSTRAINT "output_line_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output_line" ADD CONSTRAINT "output_line_work_order_id_fk" FOREIGN KEY ("site_id","work_order_id") REFERENCES "public"."work_order"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output_line" ADD CONSTRAINT "output_line_product_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."product"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output_line" ADD CONSTRAINT "output_line_entered_by_fk" FOREIGN KEY ("site_id","entered_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "input_output_month" ADD CONSTRAINT "input_output_month_entered_by_fk" FOREIGN KEY ("site_id","entered_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "input_output_month" ADD CONSTRAINT "input_output_month_statistical_by_fk" FOREIGN KEY ("site_id","statistical_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "input_output_month" ADD CONSTRAINT "input_output_month_financial_by_fk" FOREIGN KEY ("site_id","financial_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_assessment" ADD CONSTRAINT "team_assessment_made_by_fk" FOREIGN KEY ("site_id","made_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_item" ADD CONSTRAINT "late_item_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_item" ADD CONSTRAINT "late_item_decided_by_fk" FOREIGN KEY ("site_id","decided_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_container" ADD CONSTRAINT "dashboard_container_owner_id_fk" FOREIGN KEY ("site_id","owner_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_window" ADD CONSTRAINT "line_window_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_window" ADD CONSTRAINT "line_window_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_change" ADD CONSTRAINT "target_change_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_change" ADD CONSTRAINT "target_change_user_id_fk" FOREIGN KEY ("site_id","user_id") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lobby_link" ADD CONSTRAINT "lobby_link_revoked_by_fk" FOREIGN KEY ("site_id","revoked_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_snapshot" ADD CONSTRAINT "plan_snapshot_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_rule" ADD CONSTRAINT "notice_rule_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_rule" ADD CONSTRAINT "notice_rule_tag_id_fk" FOREIGN KEY ("site_id","tag_id") REFERENCES "public"."tag"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_rule" ADD CONSTRAINT "notice_rule_role_id_fk" FOREIGN KEY ("site_id","role_id") REFERENCES "public"."role"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_rule" ADD CONSTRAINT "notice_rule_escalate_to_fk" FOREIGN KEY ("site_id","escalate_to") REFERENCES "public"."role"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_rule_id_fk" FOREIGN KEY ("site_id","rule_id") REFERENCES "public"."notice_rule"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_line_id_fk" FOREIGN KEY ("site_id","line_id") REFERENCES "public"."line"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_tag_id_fk" FOREIGN KEY ("site_id","tag_id") REFERENCES "public"."tag"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_role_id_fk" FOREIGN KEY ("site_id","role_id") REFERENCES "public"."role"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_acknowledged_by_fk" FOREIGN KEY ("site_id","acknowledged_by") REFERENCES "public"."app_user"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_watch" ADD CONSTRAINT "notice_watch_rule_id_fk" FOREIGN KEY ("site_id","rule_id") REFERENCES "public"."notice_rule"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_user_idx" ON "session" USING btree ("site_id","user_id");--> statement-breakpoint
CREATE INDEX "session_expiry_idx" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sync_op_received_idx" ON "sync_op" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "stored_file_sha_idx" ON "stored_file" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "stored_file_state_idx" ON "stored_file" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "file_use_row_idx" ON "file_use" USING btree ("site_id","row_id");--> statement-breakpoint
CREATE INDEX "gone_row_at_idx" ON "gone_row" USING btree ("site_id","gone_at");--> statement-breakpoint
CREATE INDEX "outbound_message_due_idx" ON "outbound_message" USING btree ("site_id","state","next_at");--> statement-breakpoint
CREATE INDEX "line_sort_order_idx" ON "line" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "line_kind_idx" ON "line" USING btree ("site_id","kind","sort_order","id");--> statement-breakpoint
CREATE INDEX "line_active_idx" ON "line" USING btree ("site_id","active","sort_order","id");--> statement-breakpoint
CREATE INDEX "plant_area_sort_order_idx" ON "plant_area" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "plant_area_parent_id_idx" ON "plant_area" USING btree ("site_id","parent_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "plant_setting_key_idx" ON "plant_setting" USING btree ("site_id","key","id");--> statement-breakpoint
CREATE INDEX "shift_rotation_effective_from_idx" ON "shift_rotation" USING btree ("site_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "stop_reason_sort_order_idx" ON "stop_reason" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "stop_reason_class_idx" ON "stop_reason" USING btree ("site_id","class","sort_order","id");--> statement-breakpoint
CREATE INDEX "stop_reason_parent_id_idx" ON "stop_reason" USING btree ("site_id","parent_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "stop_reason_active_idx" ON "stop_reason" USING btree ("site_id","active","sort_order","id");--> statement-breakpoint
CREATE INDEX "line_stop_started_at_idx" ON "line_stop" USING btree ("site_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_state_idx" ON "line_stop" USING btree ("site_id","state","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_line_id_idx" ON "line_stop" USING btree ("site_id","line_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_reason_id_idx" ON "line_stop" USING btree ("site_id","reason_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_source_idx" ON "line_stop" USING btree ("site_id","source","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_equipment_id_idx" ON "line_stop" USING btree ("site_id","equipment_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_repair_id_idx" ON "line_stop" USING btree ("site_id","repair_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_work_order_id_idx" ON "line_stop" USING btree ("site_id","work_order_id","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_ended_at_idx" ON "line_stop" USING btree ("site_id","ended_at","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_business_date_idx" ON "line_stop" USING btree ("site_id","business_date","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_shift_idx" ON "line_stop" USING btree ("site_id","shift","started_at","id");--> statement-breakpoint
CREATE INDEX "line_stop_team_idx" ON "line_stop" USING btree ("site_id","team","started_at","id");--> statement-breakpoint
CREATE INDEX "plant_month_month_idx" ON "plant_month" USING btree ("site_id","month","id");--> statement-breakpoint
CREATE INDEX "plant_month_state_idx" ON "plant_month" USING btree ("site_id","state","month","id");--> statement-breakpoint
CREATE INDEX "menu_position_idx" ON "menu" USING btree ("site_id","position","id");--> statement-breakpoint
CREATE INDEX "role_code_idx" ON "role" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "department_position_idx" ON "department" USING btree ("site_id","position","id");--> statement-breakpoint
CREATE INDEX "department_parent_id_idx" ON "department" USING btree ("site_id","parent_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_user_name_key" ON "app_user" USING btree ("site_id",lower("user_name"));--> statement-breakpoint
CREATE INDEX "app_user_user_name_idx" ON "app_user" USING btree ("site_id","user_name","id");--> statement-breakpoint
CREATE INDEX "app_user_role_id_idx" ON "app_user" USING btree ("site_id","role_id","user_name","id");--> statement-breakpoint
CREATE INDEX "app_user_department_id_idx" ON "app_user" USING btree ("site_id","department_id","user_name","id");--> statement-breakpoint
CREATE INDEX "app_user_team_idx" ON "app_user" USING btree ("site_id","team","user_name","id");--> statement-breakpoint
CREATE INDEX "app_user_state_idx" ON "app_user" USING btree ("site_id","state","user_name","id");--> statement-breakpoint
CREATE INDEX "app_user_user_type_idx" ON "app_user" USING btree ("site_id","user_type","user_name","id");--> statement-breakpoint
CREATE INDEX "operation_log_at_idx" ON "operation_log" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "operation_log_user_id_idx" ON "operation_log" USING btree ("site_id","user_id","at","id");--> statement-breakpoint
CREATE INDEX "operation_log_via_idx" ON "operation_log" USING btree ("site_id","via","at","id");--> statement-breakpoint
CREATE INDEX "operation_log_resource_idx" ON "operation_log" USING btree ("site_id","resource","at","id");--> statement-breakpoint
CREATE INDEX "operation_log_row_id_idx" ON "operation_log" USING btree ("site_id","row_id","at","id");--> statement-breakpoint
CREATE INDEX "operation_log_action_idx" ON "operation_log" USING btree ("site_id","action","at","id");--> statement-breakpoint
CREATE INDEX "login_log_at_idx" ON "login_log" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "login_log_user_id_idx" ON "login_log" USING btree ("site_id","user_id","at","id");--> statement-breakpoint
CREATE INDEX "login_log_outcome_idx" ON "login_log" USING btree ("site_id","outcome","at","id");--> statement-breakpoint
CREATE INDEX "upload_log_at_idx" ON "upload_log" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "upload_log_type_idx" ON "upload_log" USING btree ("site_id","type","at","id");--> statement-breakpoint
CREATE INDEX "saved_view_created_at_idx" ON "saved_view" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "hopper_code_idx" ON "hopper" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "hopper_line_id_idx" ON "hopper" USING btree ("site_id","line_id","code","id");--> statement-breakpoint
CREATE INDEX "hopper_active_idx" ON "hopper" USING btree ("site_id","active","code","id");--> statement-breakpoint
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
CREATE INDEX "pm_record_occurred_at_idx" ON "pm_record" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "pm_record_equipment_id_idx" ON "pm_record" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "pm_record_result_idx" ON "pm_record" USING btree ("site_id","result","occurred_at","id");--> statement-breakpoint
CREATE INDEX "pm_record_next_due_on_idx" ON "pm_record" USING btree ("site_id","next_due_on","occurred_at","id");--> statement-breakpoint
CREATE INDEX "pm_record_plan_id_idx" ON "pm_record" USING btree ("site_id","plan_id","occurred_at","id");--> statement-breakpoint
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
CREATE INDEX "tag_code_idx" ON "tag" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "tag_kind_idx" ON "tag" USING btree ("site_id","kind","code","id");--> statement-breakpoint
CREATE INDEX "tag_line_id_idx" ON "tag" USING btree ("site_id","line_id","code","id");--> statement-breakpoint
CREATE INDEX "tag_area_id_idx" ON "tag" USING btree ("site_id","area_id","code","id");--> statement-breakpoint
CREATE INDEX "tag_equipment_id_idx" ON "tag" USING btree ("site_id","equipment_id","code","id");--> statement-breakpoint
CREATE INDEX "tag_meter_id_idx" ON "tag" USING btree ("site_id","meter_id","code","id");--> statement-breakpoint
CREATE INDEX "tag_line_key_idx" ON "tag" USING btree ("site_id","line_key","code","id");--> statement-breakpoint
CREATE INDEX "tag_hall_key_idx" ON "tag" USING btree ("site_id","hall_key","code","id");--> statement-breakpoint
CREATE INDEX "tag_active_idx" ON "tag" USING btree ("site_id","active","code","id");--> statement-breakpoint
CREATE INDEX "odd_reading_read_at_idx" ON "odd_reading" USING btree ("site_id","read_at","id");--> statement-breakpoint
CREATE INDEX "odd_reading_state_idx" ON "odd_reading" USING btree ("site_id","state","read_at","id");--> statement-breakpoint
CREATE INDEX "odd_reading_reason_idx" ON "odd_reading" USING btree ("site_id","reason","read_at","id");--> statement-breakpoint
CREATE INDEX "odd_reading_tag_id_idx" ON "odd_reading" USING btree ("site_id","tag_id","read_at","id");--> statement-breakpoint
CREATE INDEX "inlet_name_idx" ON "inlet" USING btree ("site_id","name","id");--> statement-breakpoint
CREATE INDEX "inlet_kind_idx" ON "inlet" USING btree ("site_id","kind","name","id");--> statement-breakpoint
CREATE INDEX "inlet_enabled_idx" ON "inlet" USING btree ("site_id","enabled","name","id");--> statement-breakpoint
CREATE INDEX "inlet_state_idx" ON "inlet" USING btree ("site_id","state","name","id");--> statement-breakpoint
CREATE INDEX "product_code_idx" ON "product" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "product_family_idx" ON "product" USING btree ("site_id","family","code","id");--> statement-breakpoint
CREATE INDEX "product_treatment_idx" ON "product" USING btree ("site_id","treatment","code","id");--> statement-breakpoint
CREATE INDEX "product_gsm_idx" ON "product" USING btree ("site_id","gsm","code","id");--> statement-breakpoint
CREATE INDEX "product_active_idx" ON "product" USING btree ("site_id","active","code","id");--> statement-breakpoint
CREATE INDEX "test_index_code_idx" ON "test_index" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "test_index_active_idx" ON "test_index" USING btree ("site_id","active","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_code_idx" ON "process_standard" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_state_idx" ON "process_standard" USING btree ("site_id","state","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_newest_idx" ON "process_standard" USING btree ("site_id","newest","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_variant_idx" ON "process_standard" USING btree ("site_id","variant","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_product_id_idx" ON "process_standard" USING btree ("site_id","product_id","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_line_id_idx" ON "process_standard" USING btree ("site_id","line_id","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_waiting_for_idx" ON "process_standard" USING btree ("site_id","waiting_for","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_submitted_by_idx" ON "process_standard" USING btree ("site_id","submitted_by","code","id");--> statement-breakpoint
CREATE INDEX "process_standard_authors_idx" ON "process_standard" USING gin ("authors" jsonb_path_ops) WHERE "process_standard"."authors" <> '[]';--> statement-breakpoint
CREATE INDEX "product_standard_code_idx" ON "product_standard" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "product_standard_state_idx" ON "product_standard" USING btree ("site_id","state","code","id");--> statement-breakpoint
CREATE INDEX "product_standard_newest_idx" ON "product_standard" USING btree ("site_id","newest","code","id");--> statement-breakpoint
CREATE INDEX "product_standard_waiting_for_idx" ON "product_standard" USING btree ("site_id","waiting_for","code","id");--> statement-breakpoint
CREATE INDEX "product_standard_submitted_by_idx" ON "product_standard" USING btree ("site_id","submitted_by","code","id");--> statement-breakpoint
CREATE INDEX "product_standard_product_id_idx" ON "product_standard" USING btree ("site_id","product_id","code","id");--> statement-breakpoint
CREATE INDEX "product_standard_customer_id_idx" ON "product_standard" USING btree ("site_id","customer_id","code","id");--> statement-breakpoint
CREATE INDEX "product_standard_authors_idx" ON "product_standard" USING gin ("authors" jsonb_path_ops) WHERE "product_standard"."authors" <> '[]';--> statement-breakpoint
CREATE INDEX "material_standard_code_idx" ON "material_standard" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "material_standard_state_idx" ON "material_standard" USING btree ("site_id","state","code","id");--> statement-breakpoint
CREATE INDEX "material_standard_newest_idx" ON "material_standard" USING btree ("site_id","newest","code","id");--> statement-breakpoint
CREATE INDEX "material_standard_waiting_for_idx" ON "material_standard" USING btree ("site_id","waiting_for","code","id");--> statement-breakpoint
CREATE INDEX "material_standard_submitted_by_idx" ON "material_standard" USING btree ("site_id","submitted_by","code","id");--> statement-breakpoint
CREATE INDEX "material_standard_material_id_idx" ON "material_standard" USING btree ("site_id","material_id","code","id");--> statement-breakpoint
CREATE INDEX "material_standard_sampling_idx" ON "material_standard" USING btree ("site_id","sampling","code","id");--> statement-breakpoint
CREATE INDEX "material_standard_authors_idx" ON "material_standard" USING gin ("authors" jsonb_path_ops) WHERE "material_standard"."authors" <> '[]';--> statement-breakpoint
CREATE INDEX "masterbatch_code_idx" ON "masterbatch" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "masterbatch_state_idx" ON "masterbatch" USING btree ("site_id","state","code","id");--> statement-breakpoint
CREATE INDEX "masterbatch_newest_idx" ON "masterbatch" USING btree ("site_id","newest","code","id");--> statement-breakpoint
CREATE INDEX "masterbatch_waiting_for_idx" ON "masterbatch" USING btree ("site_id","waiting_for","code","id");--> statement-breakpoint
CREATE INDEX "masterbatch_submitted_by_idx" ON "masterbatch" USING btree ("site_id","submitted_by","code","id");--> statement-breakpoint
CREATE INDEX "masterbatch_material_id_idx" ON "masterbatch" USING btree ("site_id","material_id","code","id");--> statement-breakpoint
CREATE INDEX "masterbatch_colour_idx" ON "masterbatch" USING btree ("site_id","colour","code","id");--> statement-breakpoint
CREATE INDEX "masterbatch_authors_idx" ON "masterbatch" USING gin ("authors" jsonb_path_ops) WHERE "masterbatch"."authors" <> '[]';--> statement-breakpoint
CREATE INDEX "season_starts_on_idx" ON "season" USING btree ("site_id","starts_on","id");--> statement-breakpoint
CREATE INDEX "season_season_idx" ON "season" USING btree ("site_id","season","starts_on","id");--> statement-breakpoint
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
CREATE INDEX "feed_hopper_id_idx" ON "feed" USING btree ("site_id","hopper_id","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_material_id_idx" ON "feed" USING btree ("site_id","material_id","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_lot_id_idx" ON "feed" USING btree ("site_id","lot_id","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_user_id_idx" ON "feed" USING btree ("site_id","user_id","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_business_date_idx" ON "feed" USING btree ("site_id","business_date","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_shift_idx" ON "feed" USING btree ("site_id","shift","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_team_idx" ON "feed" USING btree ("site_id","team","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_counter_of_idx" ON "feed" USING btree ("site_id","counter_of","fed_at","id");--> statement-breakpoint
CREATE INDEX "feed_lots_idx" ON "feed" USING gin ("lots" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "recycle_occurred_at_idx" ON "recycle" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_work_order_id_idx" ON "recycle" USING btree ("site_id","work_order_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_line_id_idx" ON "recycle" USING btree ("site_id","line_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_kind_idx" ON "recycle" USING btree ("site_id","kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_destination_idx" ON "recycle" USING btree ("site_id","destination","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_business_date_idx" ON "recycle" USING btree ("site_id","business_date","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_team_idx" ON "recycle" USING btree ("site_id","team","occurred_at","id");--> statement-breakpoint
CREATE INDEX "recycle_lots_idx" ON "recycle" USING gin ("lots" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "material_time_starts_at_idx" ON "material_time" USING btree ("site_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "material_time_work_order_id_idx" ON "material_time" USING btree ("site_id","work_order_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "material_time_line_id_idx" ON "material_time" USING btree ("site_id","line_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "material_time_kind_idx" ON "material_time" USING btree ("site_id","kind","starts_at","id");--> statement-breakpoint
CREATE INDEX "material_time_material_id_idx" ON "material_time" USING btree ("site_id","material_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "material_time_lot_id_idx" ON "material_time" USING btree ("site_id","lot_id","starts_at","id");--> statement-breakpoint
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
CREATE INDEX "jumbo_roll_lots_idx" ON "jumbo_roll" USING gin ("lots" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "jumbo_roll_holds_idx" ON "jumbo_roll" USING gin ("holds" jsonb_path_ops) WHERE "jumbo_roll"."holds" <> '[]';--> statement-breakpoint
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
CREATE INDEX "slit_roll_reworked_from_id_idx" ON "slit_roll" USING btree ("site_id","reworked_from_id","doffed_at","id");--> statement-breakpoint
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
CREATE INDEX "slit_roll_holds_idx" ON "slit_roll" USING gin ("holds" jsonb_path_ops) WHERE "slit_roll"."holds" <> '[]';--> statement-breakpoint
CREATE INDEX "package_created_at_idx" ON "package" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "package_work_order_id_idx" ON "package" USING btree ("site_id","work_order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "package_customer_id_idx" ON "package" USING btree ("site_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "package_state_idx" ON "package" USING btree ("site_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "package_business_date_idx" ON "package" USING btree ("site_id","business_date","created_at","id");--> statement-breakpoint
CREATE INDEX "package_packed_at_idx" ON "package" USING btree ("site_id","packed_at","created_at","id");--> statement-breakpoint
CREATE INDEX "package_holds_idx" ON "package" USING gin ("holds" jsonb_path_ops) WHERE "package"."holds" <> '[]';--> statement-breakpoint
CREATE INDEX "cut_order_sequence_idx" ON "cut_order" USING btree ("site_id","sequence","id");--> statement-breakpoint
CREATE INDEX "cut_order_slitter_id_idx" ON "cut_order" USING btree ("site_id","slitter_id","sequence","id");--> statement-breakpoint
CREATE INDEX "cut_order_work_order_id_idx" ON "cut_order" USING btree ("site_id","work_order_id","sequence","id");--> statement-breakpoint
CREATE INDEX "cut_order_jumbo_roll_id_idx" ON "cut_order" USING btree ("site_id","jumbo_roll_id","sequence","id");--> statement-breakpoint
CREATE INDEX "cut_order_cutting_id_idx" ON "cut_order" USING btree ("site_id","cutting_id","sequence","id");--> statement-breakpoint
CREATE INDEX "slitter_slitter_id_idx" ON "slitter" USING btree ("site_id","slitter_id","id");--> statement-breakpoint
CREATE INDEX "machine_run_on_at_idx" ON "machine_run" USING btree ("site_id","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_machine_idx" ON "machine_run" USING btree ("site_id","machine","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_line_id_idx" ON "machine_run" USING btree ("site_id","line_id","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_work_order_id_idx" ON "machine_run" USING btree ("site_id","work_order_id","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_off_at_idx" ON "machine_run" USING btree ("site_id","off_at","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_business_date_idx" ON "machine_run" USING btree ("site_id","business_date","on_at","id");--> statement-breakpoint
CREATE INDEX "machine_run_team_idx" ON "machine_run" USING btree ("site_id","team","on_at","id");--> statement-breakpoint
CREATE INDEX "hopper_content_at_idx" ON "hopper_content" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "hold_held_at_idx" ON "hold" USING btree ("site_id","held_at","id");--> statement-breakpoint
CREATE INDEX "hold_state_idx" ON "hold" USING btree ("site_id","state","held_at","id");--> statement-breakpoint
CREATE INDEX "hold_kind_idx" ON "hold" USING btree ("site_id","kind","held_at","id");--> statement-breakpoint
CREATE INDEX "roll_movement_at_idx" ON "roll_movement" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "roll_movement_kind_idx" ON "roll_movement" USING btree ("site_id","kind","at","id");--> statement-breakpoint
CREATE INDEX "roll_movement_jumbo_roll_id_idx" ON "roll_movement" USING btree ("site_id","jumbo_roll_id","at","id");--> statement-breakpoint
CREATE INDEX "roll_movement_work_order_id_idx" ON "roll_movement" USING btree ("site_id","work_order_id","at","id");--> statement-breakpoint
CREATE INDEX "roll_movement_business_date_idx" ON "roll_movement" USING btree ("site_id","business_date","at","id");--> statement-breakpoint
CREATE INDEX "rework_done_at_idx" ON "rework" USING btree ("site_id","done_at","id");--> statement-breakpoint
CREATE INDEX "rework_kind_idx" ON "rework" USING btree ("site_id","kind","done_at","id");--> statement-breakpoint
CREATE INDEX "rework_slit_roll_id_idx" ON "rework" USING btree ("site_id","slit_roll_id","done_at","id");--> statement-breakpoint
CREATE INDEX "rework_work_order_id_idx" ON "rework" USING btree ("site_id","work_order_id","done_at","id");--> statement-breakpoint
CREATE INDEX "rework_product_id_idx" ON "rework" USING btree ("site_id","product_id","done_at","id");--> statement-breakpoint
CREATE INDEX "rework_business_date_idx" ON "rework" USING btree ("site_id","business_date","done_at","id");--> statement-breakpoint
CREATE INDEX "rework_team_idx" ON "rework" USING btree ("site_id","team","done_at","id");--> statement-breakpoint
CREATE INDEX "tool_code_idx" ON "tool" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "tool_kind_idx" ON "tool" USING btree ("site_id","kind","code","id");--> statement-breakpoint
CREATE INDEX "tool_state_idx" ON "tool" USING btree ("site_id","state","code","id");--> statement-breakpoint
CREATE INDEX "tool_maker_idx" ON "tool" USING btree ("site_id","maker","code","id");--> statement-breakpoint
CREATE INDEX "tool_line_id_idx" ON "tool" USING btree ("site_id","line_id","code","id");--> statement-breakpoint
CREATE INDEX "tool_place_idx" ON "tool" USING btree ("site_id","place","code","id");--> statement-breakpoint
CREATE INDEX "tool_life_percent_idx" ON "tool" USING btree ("site_id","life_percent","code","id");--> statement-breakpoint
CREATE INDEX "tool_use_occurred_at_idx" ON "tool_use" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "tool_use_tool_id_idx" ON "tool_use" USING btree ("site_id","tool_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "tool_use_tool_kind_idx" ON "tool_use" USING btree ("site_id","tool_kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "tool_use_kind_idx" ON "tool_use" USING btree ("site_id","kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "tool_use_line_id_idx" ON "tool_use" USING btree ("site_id","line_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "tool_use_place_idx" ON "tool_use" USING btree ("site_id","place","occurred_at","id");--> statement-breakpoint
CREATE INDEX "tool_use_removed_at_idx" ON "tool_use" USING btree ("site_id","removed_at","occurred_at","id");--> statement-breakpoint
CREATE INDEX "tool_use_reason_idx" ON "tool_use" USING btree ("site_id","reason","occurred_at","id");--> statement-breakpoint
CREATE INDEX "electric_price_effective_from_idx" ON "electric_price" USING btree ("site_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "electric_price_layer_idx" ON "electric_price" USING btree ("site_id","layer","effective_from","id");--> statement-breakpoint
CREATE INDEX "electric_price_effective_to_idx" ON "electric_price" USING btree ("site_id","effective_to","effective_from","id");--> statement-breakpoint
CREATE INDEX "gas_water_price_effective_from_idx" ON "gas_water_price" USING btree ("site_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "gas_water_price_medium_idx" ON "gas_water_price" USING btree ("site_id","medium","effective_from","id");--> statement-breakpoint
CREATE INDEX "gas_water_price_effective_to_idx" ON "gas_water_price" USING btree ("site_id","effective_to","effective_from","id");--> statement-breakpoint
CREATE INDEX "electric_charge_effective_from_idx" ON "electric_charge" USING btree ("site_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "electric_charge_kind_idx" ON "electric_charge" USING btree ("site_id","kind","effective_from","id");--> statement-breakpoint
CREATE INDEX "electric_charge_effective_to_idx" ON "electric_charge" USING btree ("site_id","effective_to","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_fixed_price_effective_from_idx" ON "cost_fixed_price" USING btree ("site_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_fixed_price_item_idx" ON "cost_fixed_price" USING btree ("site_id","item","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_fixed_price_basis_idx" ON "cost_fixed_price" USING btree ("site_id","basis","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_fixed_price_line_id_idx" ON "cost_fixed_price" USING btree ("site_id","line_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_fixed_price_product_id_idx" ON "cost_fixed_price" USING btree ("site_id","product_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_fixed_price_effective_to_idx" ON "cost_fixed_price" USING btree ("site_id","effective_to","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_direct_price_effective_from_idx" ON "cost_direct_price" USING btree ("site_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_direct_price_item_idx" ON "cost_direct_price" USING btree ("site_id","item","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_direct_price_basis_idx" ON "cost_direct_price" USING btree ("site_id","basis","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_direct_price_line_id_idx" ON "cost_direct_price" USING btree ("site_id","line_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_direct_price_product_id_idx" ON "cost_direct_price" USING btree ("site_id","product_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_direct_price_effective_to_idx" ON "cost_direct_price" USING btree ("site_id","effective_to","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_other_price_effective_from_idx" ON "cost_other_price" USING btree ("site_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_other_price_item_idx" ON "cost_other_price" USING btree ("site_id","item","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_other_price_basis_idx" ON "cost_other_price" USING btree ("site_id","basis","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_other_price_line_id_idx" ON "cost_other_price" USING btree ("site_id","line_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_other_price_product_id_idx" ON "cost_other_price" USING btree ("site_id","product_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_other_price_effective_to_idx" ON "cost_other_price" USING btree ("site_id","effective_to","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_material_price_effective_from_idx" ON "cost_material_price" USING btree ("site_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_material_price_material_id_idx" ON "cost_material_price" USING btree ("site_id","material_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_material_price_lot_id_idx" ON "cost_material_price" USING btree ("site_id","lot_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_material_price_effective_to_idx" ON "cost_material_price" USING btree ("site_id","effective_to","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_financial_price_effective_from_idx" ON "cost_financial_price" USING btree ("site_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_financial_price_item_idx" ON "cost_financial_price" USING btree ("site_id","item","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_financial_price_basis_idx" ON "cost_financial_price" USING btree ("site_id","basis","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_financial_price_line_id_idx" ON "cost_financial_price" USING btree ("site_id","line_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_financial_price_product_id_idx" ON "cost_financial_price" USING btree ("site_id","product_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "cost_financial_price_effective_to_idx" ON "cost_financial_price" USING btree ("site_id","effective_to","effective_from","id");--> statement-breakpoint
CREATE INDEX "energy_item_sort_order_idx" ON "energy_item" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "energy_item_area_id_idx" ON "energy_item" USING btree ("site_id","area_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "energy_meter_sort_order_idx" ON "energy_meter" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "energy_meter_kind_idx" ON "energy_meter" USING btree ("site_id","kind","sort_order","id");--> statement-breakpoint
CREATE INDEX "energy_meter_medium_idx" ON "energy_meter" USING btree ("site_id","medium","sort_order","id");--> statement-breakpoint
CREATE INDEX "energy_meter_item_id_idx" ON "energy_meter" USING btree ("site_id","item_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "energy_meter_parent_id_idx" ON "energy_meter" USING btree ("site_id","parent_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "energy_meter_line_id_idx" ON "energy_meter" USING btree ("site_id","line_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "energy_meter_active_idx" ON "energy_meter" USING btree ("site_id","active","sort_order","id");--> statement-breakpoint
CREATE INDEX "energy_meter_members_idx" ON "energy_meter" USING gin ("members" jsonb_path_ops) WHERE "energy_meter"."members" <> '[]';--> statement-breakpoint
CREATE INDEX "energy_meter_day_day_idx" ON "energy_meter_day" USING btree ("site_id","day","id");--> statement-breakpoint
CREATE INDEX "energy_meter_month_month_idx" ON "energy_meter_month" USING btree ("site_id","month","id");--> statement-breakpoint
CREATE INDEX "energy_use_day_idx" ON "energy_use" USING btree ("site_id","day","id");--> statement-breakpoint
CREATE INDEX "energy_use_work_order_id_idx" ON "energy_use" USING btree ("site_id","work_order_id","day","id");--> statement-breakpoint
CREATE INDEX "energy_use_business_date_idx" ON "energy_use" USING btree ("site_id","business_date","day","id");--> statement-breakpoint
CREATE INDEX "energy_day_day_idx" ON "energy_day" USING btree ("site_id","day","id");--> statement-breakpoint
CREATE INDEX "energy_abnormal_starts_at_idx" ON "energy_abnormal" USING btree ("site_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "energy_abnormal_state_idx" ON "energy_abnormal" USING btree ("site_id","state","starts_at","id");--> statement-breakpoint
CREATE INDEX "energy_abnormal_line_id_idx" ON "energy_abnormal" USING btree ("site_id","line_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "energy_abnormal_medium_idx" ON "energy_abnormal" USING btree ("site_id","medium","starts_at","id");--> statement-breakpoint
CREATE INDEX "energy_abnormal_direction_idx" ON "energy_abnormal" USING btree ("site_id","direction","starts_at","id");--> statement-breakpoint
CREATE INDEX "energy_abnormal_day_idx" ON "energy_abnormal" USING btree ("site_id","day","starts_at","id");--> statement-breakpoint
CREATE INDEX "energy_abnormal_cause_kind_idx" ON "energy_abnormal" USING btree ("site_id","cause_kind","starts_at","id");--> statement-breakpoint
CREATE INDEX "energy_abnormal_meter_ids_idx" ON "energy_abnormal" USING gin ("meter_ids" jsonb_path_ops) WHERE "energy_abnormal"."meter_ids" <> '[]';--> statement-breakpoint
CREATE INDEX "energy_month_month_idx" ON "energy_month" USING btree ("site_id","month","id");--> statement-breakpoint
CREATE INDEX "energy_month_owner_id_idx" ON "energy_month" USING btree ("site_id","owner_id","month","id");--> statement-breakpoint
CREATE INDEX "energy_baseline_from_day_idx" ON "energy_baseline" USING btree ("site_id","from_day","id");--> statement-breakpoint
CREATE INDEX "energy_baseline_line_id_idx" ON "energy_baseline" USING btree ("site_id","line_id","from_day","id");--> statement-breakpoint
CREATE INDEX "energy_baseline_product_id_idx" ON "energy_baseline" USING btree ("site_id","product_id","from_day","id");--> statement-breakpoint
CREATE INDEX "energy_alarm_medium_idx" ON "energy_alarm" USING btree ("site_id","medium","id");--> statement-breakpoint
CREATE INDEX "energy_alarm_sent_sent_at_idx" ON "energy_alarm_sent" USING btree ("site_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "energy_alarm_sent_medium_idx" ON "energy_alarm_sent" USING btree ("site_id","medium","sent_at","id");--> statement-breakpoint
CREATE INDEX "electric_bill_month_idx" ON "electric_bill" USING btree ("site_id","month","id");--> statement-breakpoint
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
CREATE INDEX "process_inspection1_business_date_idx" ON "process_inspection1" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection1_line_id_idx" ON "process_inspection1" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection1_work_order_id_idx" ON "process_inspection1" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection1_shift_idx" ON "process_inspection1" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection1_team_idx" ON "process_inspection1" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection1_result_idx" ON "process_inspection1" USING btree ("site_id","result","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection2_business_date_idx" ON "process_inspection2" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection2_line_id_idx" ON "process_inspection2" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection2_work_order_id_idx" ON "process_inspection2" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection2_shift_idx" ON "process_inspection2" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection2_team_idx" ON "process_inspection2" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "process_inspection2_result_idx" ON "process_inspection2" USING btree ("site_id","result","business_date","id");--> statement-breakpoint
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
CREATE INDEX "table_template_name_idx" ON "table_template" USING btree ("site_id","name","id");--> statement-breakpoint
CREATE INDEX "table_template_use_idx" ON "table_template" USING btree ("site_id","use","name","id");--> statement-breakpoint
CREATE INDEX "table_template_product_id_idx" ON "table_template" USING btree ("site_id","product_id","name","id");--> statement-breakpoint
CREATE INDEX "table_template_family_idx" ON "table_template" USING btree ("site_id","family","name","id");--> statement-breakpoint
CREATE INDEX "table_template_active_idx" ON "table_template" USING btree ("site_id","active","name","id");--> statement-breakpoint
CREATE INDEX "quality_check_checked_at_idx" ON "quality_check" USING btree ("site_id","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_result_idx" ON "quality_check" USING btree ("site_id","result","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_flag_idx" ON "quality_check" USING btree ("site_id","flag","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_line_id_idx" ON "quality_check" USING btree ("site_id","line_id","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_product_id_idx" ON "quality_check" USING btree ("site_id","product_id","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_team_idx" ON "quality_check" USING btree ("site_id","team","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_business_date_idx" ON "quality_check" USING btree ("site_id","business_date","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_shift_idx" ON "quality_check" USING btree ("site_id","shift","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_user_id_idx" ON "quality_check" USING btree ("site_id","user_id","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_jumbo_roll_id_idx" ON "quality_check" USING btree ("site_id","jumbo_roll_id","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_slit_roll_id_idx" ON "quality_check" USING btree ("site_id","slit_roll_id","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_downgraded_at_idx" ON "quality_check" USING btree ("site_id","downgraded_at","checked_at","id");--> statement-breakpoint
CREATE INDEX "quality_check_to_downgrade_idx" ON "quality_check" USING btree ("site_id","to_downgrade","checked_at","id");--> statement-breakpoint
CREATE INDEX "width_check_filled_at_idx" ON "width_check" USING btree ("site_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "width_check_jumbo_roll_id_idx" ON "width_check" USING btree ("site_id","jumbo_roll_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "width_check_line_id_idx" ON "width_check" USING btree ("site_id","line_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "width_check_product_id_idx" ON "width_check" USING btree ("site_id","product_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "width_check_team_idx" ON "width_check" USING btree ("site_id","team","filled_at","id");--> statement-breakpoint
CREATE INDEX "width_check_business_date_idx" ON "width_check" USING btree ("site_id","business_date","filled_at","id");--> statement-breakpoint
CREATE INDEX "width_check_shift_idx" ON "width_check" USING btree ("site_id","shift","filled_at","id");--> statement-breakpoint
CREATE INDEX "width_check_result_idx" ON "width_check" USING btree ("site_id","result","filled_at","id");--> statement-breakpoint
CREATE INDEX "width_check_user_id_idx" ON "width_check" USING btree ("site_id","user_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "oiling_filled_at_idx" ON "oiling" USING btree ("site_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "oiling_jumbo_roll_id_idx" ON "oiling" USING btree ("site_id","jumbo_roll_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "oiling_line_id_idx" ON "oiling" USING btree ("site_id","line_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "oiling_product_id_idx" ON "oiling" USING btree ("site_id","product_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "oiling_team_idx" ON "oiling" USING btree ("site_id","team","filled_at","id");--> statement-breakpoint
CREATE INDEX "oiling_business_date_idx" ON "oiling" USING btree ("site_id","business_date","filled_at","id");--> statement-breakpoint
CREATE INDEX "oiling_shift_idx" ON "oiling" USING btree ("site_id","shift","filled_at","id");--> statement-breakpoint
CREATE INDEX "oiling_result_idx" ON "oiling" USING btree ("site_id","result","filled_at","id");--> statement-breakpoint
CREATE INDEX "oiling_user_id_idx" ON "oiling" USING btree ("site_id","user_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "code_width_filled_at_idx" ON "code_width" USING btree ("site_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "code_width_jumbo_roll_id_idx" ON "code_width" USING btree ("site_id","jumbo_roll_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "code_width_line_id_idx" ON "code_width" USING btree ("site_id","line_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "code_width_product_id_idx" ON "code_width" USING btree ("site_id","product_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "code_width_team_idx" ON "code_width" USING btree ("site_id","team","filled_at","id");--> statement-breakpoint
CREATE INDEX "code_width_business_date_idx" ON "code_width" USING btree ("site_id","business_date","filled_at","id");--> statement-breakpoint
CREATE INDEX "code_width_shift_idx" ON "code_width" USING btree ("site_id","shift","filled_at","id");--> statement-breakpoint
CREATE INDEX "code_width_result_idx" ON "code_width" USING btree ("site_id","result","filled_at","id");--> statement-breakpoint
CREATE INDEX "code_width_user_id_idx" ON "code_width" USING btree ("site_id","user_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "product_storage_filled_at_idx" ON "product_storage" USING btree ("site_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "product_storage_package_id_idx" ON "product_storage" USING btree ("site_id","package_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "product_storage_work_order_id_idx" ON "product_storage" USING btree ("site_id","work_order_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "product_storage_place_idx" ON "product_storage" USING btree ("site_id","place","filled_at","id");--> statement-breakpoint
CREATE INDEX "product_storage_user_id_idx" ON "product_storage" USING btree ("site_id","user_id","filled_at","id");--> statement-breakpoint
CREATE INDEX "customer_code_code_idx" ON "customer_code" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "customer_code_customer_id_idx" ON "customer_code" USING btree ("site_id","customer_id","code","id");--> statement-breakpoint
CREATE INDEX "customer_code_product_id_idx" ON "customer_code" USING btree ("site_id","product_id","code","id");--> statement-breakpoint
CREATE INDEX "customer_code_active_idx" ON "customer_code" USING btree ("site_id","active","code","id");--> statement-breakpoint
CREATE INDEX "lab_layout_created_at_idx" ON "lab_layout" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lab_import_created_at_idx" ON "lab_import" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lab_import_state_idx" ON "lab_import" USING btree ("site_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "lab_import_imported_at_idx" ON "lab_import" USING btree ("site_id","imported_at","created_at","id");--> statement-breakpoint
CREATE INDEX "test_batch_tested_at_idx" ON "test_batch" USING btree ("site_id","tested_at","id");--> statement-breakpoint
CREATE INDEX "test_batch_state_idx" ON "test_batch" USING btree ("site_id","state","tested_at","id");--> statement-breakpoint
CREATE INDEX "test_batch_source_idx" ON "test_batch" USING btree ("site_id","source","tested_at","id");--> statement-breakpoint
CREATE INDEX "test_batch_work_order_id_idx" ON "test_batch" USING btree ("site_id","work_order_id","tested_at","id");--> statement-breakpoint
CREATE INDEX "test_batch_product_id_idx" ON "test_batch" USING btree ("site_id","product_id","tested_at","id");--> statement-breakpoint
CREATE INDEX "test_batch_customer_code_id_idx" ON "test_batch" USING btree ("site_id","customer_code_id","tested_at","id");--> statement-breakpoint
CREATE INDEX "test_batch_import_id_idx" ON "test_batch" USING btree ("site_id","import_id","tested_at","id");--> statement-breakpoint
CREATE INDEX "test_batch_mends_id_idx" ON "test_batch" USING btree ("site_id","mends_id","tested_at","id");--> statement-breakpoint
CREATE INDEX "test_result_rolled_at_idx" ON "test_result" USING btree ("site_id","rolled_at","id");--> statement-breakpoint
CREATE INDEX "test_result_batch_id_idx" ON "test_result" USING btree ("site_id","batch_id","rolled_at","id");--> statement-breakpoint
CREATE INDEX "test_result_index_id_idx" ON "test_result" USING btree ("site_id","index_id","rolled_at","id");--> statement-breakpoint
CREATE INDEX "test_result_jumbo_roll_id_idx" ON "test_result" USING btree ("site_id","jumbo_roll_id","rolled_at","id");--> statement-breakpoint
CREATE INDEX "test_result_slit_roll_id_idx" ON "test_result" USING btree ("site_id","slit_roll_id","rolled_at","id");--> statement-breakpoint
CREATE INDEX "test_result_line_id_idx" ON "test_result" USING btree ("site_id","line_id","rolled_at","id");--> statement-breakpoint
CREATE INDEX "test_result_product_id_idx" ON "test_result" USING btree ("site_id","product_id","rolled_at","id");--> statement-breakpoint
CREATE INDEX "test_result_work_order_id_idx" ON "test_result" USING btree ("site_id","work_order_id","rolled_at","id");--> statement-breakpoint
CREATE INDEX "control_limit_created_at_idx" ON "control_limit" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "control_limit_product_id_idx" ON "control_limit" USING btree ("site_id","product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "control_limit_line_id_idx" ON "control_limit" USING btree ("site_id","line_id","created_at","id");--> statement-breakpoint
CREATE INDEX "control_limit_index_id_idx" ON "control_limit" USING btree ("site_id","index_id","created_at","id");--> statement-breakpoint
CREATE INDEX "control_limit_chart_idx" ON "control_limit" USING btree ("site_id","chart","created_at","id");--> statement-breakpoint
CREATE INDEX "control_limit_subgroup_idx" ON "control_limit" USING btree ("site_id","subgroup","created_at","id");--> statement-breakpoint
CREATE INDEX "control_limit_newest_idx" ON "control_limit" USING btree ("site_id","newest","created_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_started_at_idx" ON "material_inspection" USING btree ("site_id","started_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_state_idx" ON "material_inspection" USING btree ("site_id","state","started_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_result_idx" ON "material_inspection" USING btree ("site_id","result","started_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_lot_id_idx" ON "material_inspection" USING btree ("site_id","lot_id","started_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_material_id_idx" ON "material_inspection" USING btree ("site_id","material_id","started_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_supplier_idx" ON "material_inspection" USING btree ("site_id","supplier","started_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_sampling_idx" ON "material_inspection" USING btree ("site_id","sampling","started_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_severity_idx" ON "material_inspection" USING btree ("site_id","severity","started_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_inspected_on_idx" ON "material_inspection" USING btree ("site_id","inspected_on","started_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_inspected_by_idx" ON "material_inspection" USING btree ("site_id","inspected_by","started_at","id");--> statement-breakpoint
CREATE INDEX "material_inspection_decided_at_idx" ON "material_inspection" USING btree ("site_id","decided_at","started_at","id");--> statement-breakpoint
CREATE INDEX "incoming_field_sort_order_idx" ON "incoming_field" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "incoming_field_material_id_idx" ON "incoming_field" USING btree ("site_id","material_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "certificate_drafted_at_idx" ON "certificate" USING btree ("site_id","drafted_at","id");--> statement-breakpoint
CREATE INDEX "certificate_state_idx" ON "certificate" USING btree ("site_id","state","drafted_at","id");--> statement-breakpoint
CREATE INDEX "certificate_work_order_id_idx" ON "certificate" USING btree ("site_id","work_order_id","drafted_at","id");--> statement-breakpoint
CREATE INDEX "certificate_customer_id_idx" ON "certificate" USING btree ("site_id","customer_id","drafted_at","id");--> statement-breakpoint
CREATE INDEX "certificate_product_id_idx" ON "certificate" USING btree ("site_id","product_id","drafted_at","id");--> statement-breakpoint
CREATE INDEX "certificate_approver_id_idx" ON "certificate" USING btree ("site_id","approver_id","drafted_at","id");--> statement-breakpoint
CREATE INDEX "certificate_issued_at_idx" ON "certificate" USING btree ("site_id","issued_at","drafted_at","id");--> statement-breakpoint
CREATE INDEX "certificate_annex_certificate_id_idx" ON "certificate_annex" USING btree ("site_id","certificate_id","id");--> statement-breakpoint
CREATE INDEX "coa_template_code_idx" ON "coa_template" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "coa_template_customer_id_idx" ON "coa_template" USING btree ("site_id","customer_id","code","id");--> statement-breakpoint
CREATE INDEX "coa_template_product_id_idx" ON "coa_template" USING btree ("site_id","product_id","code","id");--> statement-breakpoint
CREATE INDEX "coa_template_active_idx" ON "coa_template" USING btree ("site_id","active","code","id");--> statement-breakpoint
CREATE INDEX "coa_remark_code_idx" ON "coa_remark" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "coa_remark_active_idx" ON "coa_remark" USING btree ("site_id","active","code","id");--> statement-breakpoint
CREATE INDEX "coa_translation_term_idx" ON "coa_translation" USING btree ("site_id","term","id");--> statement-breakpoint
CREATE INDEX "abnormity_raised_at_idx" ON "abnormity" USING btree ("site_id","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_state_idx" ON "abnormity" USING btree ("site_id","state","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_kind_idx" ON "abnormity" USING btree ("site_id","kind","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_severity_idx" ON "abnormity" USING btree ("site_id","severity","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_defect_idx" ON "abnormity" USING btree ("site_id","defect","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_jumbo_roll_id_idx" ON "abnormity" USING btree ("site_id","jumbo_roll_id","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_slit_roll_id_idx" ON "abnormity" USING btree ("site_id","slit_roll_id","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_material_lot_id_idx" ON "abnormity" USING btree ("site_id","material_lot_id","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_line_id_idx" ON "abnormity" USING btree ("site_id","line_id","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_work_order_id_idx" ON "abnormity" USING btree ("site_id","work_order_id","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_customer_id_idx" ON "abnormity" USING btree ("site_id","customer_id","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_responsible_id_idx" ON "abnormity" USING btree ("site_id","responsible_id","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_answered_by_idx" ON "abnormity" USING btree ("site_id","answered_by","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_owed_idx" ON "abnormity" USING btree ("site_id","owed","raised_at","id");--> statement-breakpoint
CREATE INDEX "abnormity_due_on_idx" ON "abnormity" USING btree ("site_id","due_on","raised_at","id");--> statement-breakpoint
CREATE INDEX "material_feedback_created_at_idx" ON "material_feedback" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "material_feedback_state_idx" ON "material_feedback" USING btree ("site_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "material_feedback_material_id_idx" ON "material_feedback" USING btree ("site_id","material_id","created_at","id");--> statement-breakpoint
CREATE INDEX "material_feedback_material_lot_id_idx" ON "material_feedback" USING btree ("site_id","material_lot_id","created_at","id");--> statement-breakpoint
CREATE INDEX "material_feedback_request_idx" ON "material_feedback" USING btree ("site_id","request","created_at","id");--> statement-breakpoint
CREATE INDEX "material_feedback_waiting_for_idx" ON "material_feedback" USING btree ("site_id","waiting_for","created_at","id");--> statement-breakpoint
CREATE INDEX "material_feedback_answer_by_idx" ON "material_feedback" USING btree ("site_id","answer_by","created_at","id");--> statement-breakpoint
CREATE INDEX "material_feedback_feedback_at_idx" ON "material_feedback" USING btree ("site_id","feedback_at","created_at","id");--> statement-breakpoint
CREATE INDEX "material_feedback_authors_idx" ON "material_feedback" USING gin ("authors" jsonb_path_ops) WHERE "material_feedback"."authors" <> '[]';--> statement-breakpoint
CREATE INDEX "inspection_plan_name_idx" ON "inspection_plan" USING btree ("site_id","name","id");--> statement-breakpoint
CREATE INDEX "inspection_plan_line_id_idx" ON "inspection_plan" USING btree ("site_id","line_id","name","id");--> statement-breakpoint
CREATE INDEX "inspection_plan_frequency_idx" ON "inspection_plan" USING btree ("site_id","frequency","name","id");--> statement-breakpoint
CREATE INDEX "inspection_plan_paused_idx" ON "inspection_plan" USING btree ("site_id","paused","name","id");--> statement-breakpoint
CREATE INDEX "inspection_round_due_at_idx" ON "inspection_round" USING btree ("site_id","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_round_plan_id_idx" ON "inspection_round" USING btree ("site_id","plan_id","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_round_line_id_idx" ON "inspection_round" USING btree ("site_id","line_id","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_round_state_idx" ON "inspection_round" USING btree ("site_id","state","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_round_business_date_idx" ON "inspection_round" USING btree ("site_id","business_date","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_round_assigned_to_idx" ON "inspection_round" USING btree ("site_id","assigned_to","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_round_user_id_idx" ON "inspection_round" USING btree ("site_id","user_id","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_round_team_idx" ON "inspection_round" USING btree ("site_id","team","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_round_shift_idx" ON "inspection_round" USING btree ("site_id","shift","due_at","id");--> statement-breakpoint
CREATE INDEX "inspection_result_occurred_at_idx" ON "inspection_result" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "inspection_result_round_id_idx" ON "inspection_result" USING btree ("site_id","round_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "inspection_result_plan_id_idx" ON "inspection_result" USING btree ("site_id","plan_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "inspection_result_equipment_id_idx" ON "inspection_result" USING btree ("site_id","equipment_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "inspection_result_line_id_idx" ON "inspection_result" USING btree ("site_id","line_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "inspection_result_state_idx" ON "inspection_result" USING btree ("site_id","state","occurred_at","id");--> statement-breakpoint
CREATE INDEX "inspection_result_presence_idx" ON "inspection_result" USING btree ("site_id","presence","occurred_at","id");--> statement-breakpoint
CREATE INDEX "inspection_result_verdict_idx" ON "inspection_result" USING btree ("site_id","verdict","occurred_at","id");--> statement-breakpoint
CREATE INDEX "inspection_result_user_id_idx" ON "inspection_result" USING btree ("site_id","user_id","occurred_at","id");--> statement-breakpoint
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
CREATE INDEX "repair_expected_on_idx" ON "repair" USING btree ("site_id","expected_on","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_repair_end_at_idx" ON "repair" USING btree ("site_id","repair_end_at","reported_at","id");--> statement-breakpoint
CREATE INDEX "repair_comment_written_at_idx" ON "repair_comment" USING btree ("site_id","written_at","id");--> statement-breakpoint
CREATE INDEX "repair_comment_repair_id_idx" ON "repair_comment" USING btree ("site_id","repair_id","written_at","id");--> statement-breakpoint
CREATE INDEX "repair_comment_written_by_idx" ON "repair_comment" USING btree ("site_id","written_by","written_at","id");--> statement-breakpoint
CREATE INDEX "pm_plan_next_due_on_idx" ON "pm_plan" USING btree ("site_id","next_due_on","id");--> statement-breakpoint
CREATE INDEX "pm_plan_equipment_id_idx" ON "pm_plan" USING btree ("site_id","equipment_id","next_due_on","id");--> statement-breakpoint
CREATE INDEX "pm_plan_state_idx" ON "pm_plan" USING btree ("site_id","state","next_due_on","id");--> statement-breakpoint
CREATE INDEX "pm_plan_paused_idx" ON "pm_plan" USING btree ("site_id","paused","next_due_on","id");--> statement-breakpoint
CREATE INDEX "weekly_work_week_idx" ON "weekly_work" USING btree ("site_id","week","id");--> statement-breakpoint
CREATE INDEX "weekly_work_line_id_idx" ON "weekly_work" USING btree ("site_id","line_id","week","id");--> statement-breakpoint
CREATE INDEX "weekly_work_equipment_id_idx" ON "weekly_work" USING btree ("site_id","equipment_id","week","id");--> statement-breakpoint
CREATE INDEX "weekly_work_state_idx" ON "weekly_work" USING btree ("site_id","state","week","id");--> statement-breakpoint
CREATE INDEX "weekly_work_planned_on_idx" ON "weekly_work" USING btree ("site_id","planned_on","week","id");--> statement-breakpoint
CREATE INDEX "weekly_work_people_idx" ON "weekly_work" USING gin ("people" jsonb_path_ops) WHERE "weekly_work"."people" <> '[]';--> statement-breakpoint
CREATE INDEX "spare_part_code_idx" ON "spare_part" USING btree ("site_id","code","id");--> statement-breakpoint
CREATE INDEX "spare_part_kind_idx" ON "spare_part" USING btree ("site_id","kind","code","id");--> statement-breakpoint
CREATE INDEX "spare_part_low_idx" ON "spare_part" USING btree ("site_id","low","code","id");--> statement-breakpoint
CREATE INDEX "spare_part_location_idx" ON "spare_part" USING btree ("site_id","location","code","id");--> statement-breakpoint
CREATE INDEX "spare_part_quantity_idx" ON "spare_part" USING btree ("site_id","quantity","code","id");--> statement-breakpoint
CREATE INDEX "spare_part_equipment_ids_idx" ON "spare_part" USING gin ("equipment_ids" jsonb_path_ops) WHERE "spare_part"."equipment_ids" <> '[]';--> statement-breakpoint
CREATE INDEX "stock_movement_occurred_at_idx" ON "stock_movement" USING btree ("site_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_part_id_idx" ON "stock_movement" USING btree ("site_id","part_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_kind_idx" ON "stock_movement" USING btree ("site_id","kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_repair_id_idx" ON "stock_movement" USING btree ("site_id","repair_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_record_kind_idx" ON "stock_movement" USING btree ("site_id","record_kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_record_id_idx" ON "stock_movement" USING btree ("site_id","record_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "stock_movement_user_id_idx" ON "stock_movement" USING btree ("site_id","user_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "handover_business_date_idx" ON "handover" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_kind_idx" ON "handover" USING btree ("site_id","kind","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_state_idx" ON "handover" USING btree ("site_id","state","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_line_id_idx" ON "handover" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_shift_idx" ON "handover" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_team_idx" ON "handover" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_giver_id_idx" ON "handover" USING btree ("site_id","giver_id","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_taker_id_idx" ON "handover" USING btree ("site_id","taker_id","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_returns_idx" ON "handover" USING btree ("site_id","returns","business_date","id");--> statement-breakpoint
CREATE INDEX "handover_concerned_idx" ON "handover" USING gin ("concerned" jsonb_path_ops) WHERE "handover"."concerned" <> '[]';--> statement-breakpoint
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
CREATE INDEX "order_cost_finished_at_idx" ON "order_cost" USING btree ("site_id","finished_at","id");--> statement-breakpoint
CREATE INDEX "order_cost_state_idx" ON "order_cost" USING btree ("site_id","state","finished_at","id");--> statement-breakpoint
CREATE INDEX "order_cost_product_id_idx" ON "order_cost" USING btree ("site_id","product_id","finished_at","id");--> statement-breakpoint
CREATE INDEX "order_cost_customer_id_idx" ON "order_cost" USING btree ("site_id","customer_id","finished_at","id");--> statement-breakpoint
CREATE INDEX "order_cost_line_id_idx" ON "order_cost" USING btree ("site_id","line_id","finished_at","id");--> statement-breakpoint
CREATE INDEX "order_cost_process_standard_id_idx" ON "order_cost" USING btree ("site_id","process_standard_id","finished_at","id");--> statement-breakpoint
CREATE INDEX "order_cost_month_idx" ON "order_cost" USING btree ("site_id","month","finished_at","id");--> statement-breakpoint
CREATE INDEX "order_cost_finished_on_idx" ON "order_cost" USING btree ("site_id","finished_on","finished_at","id");--> statement-breakpoint
CREATE INDEX "order_cost_per_kg_idx" ON "order_cost" USING btree ("site_id","per_kg","finished_at","id");--> statement-breakpoint
CREATE INDEX "order_cost_whole_idx" ON "order_cost" USING btree ("site_id","whole","finished_at","id");--> statement-breakpoint
CREATE INDEX "cost_cause_created_at_idx" ON "cost_cause" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cost_cause_work_order_id_idx" ON "cost_cause" USING btree ("site_id","work_order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cost_change_at_idx" ON "cost_change" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "cost_change_work_order_id_idx" ON "cost_change" USING btree ("site_id","work_order_id","at","id");--> statement-breakpoint
CREATE INDEX "cost_change_month_idx" ON "cost_change" USING btree ("site_id","month","at","id");--> statement-breakpoint
CREATE INDEX "cost_change_kind_idx" ON "cost_change" USING btree ("site_id","kind","at","id");--> statement-breakpoint
CREATE INDEX "standard_rate_effective_from_idx" ON "standard_rate" USING btree ("site_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "standard_rate_item_idx" ON "standard_rate" USING btree ("site_id","item","effective_from","id");--> statement-breakpoint
CREATE INDEX "standard_rate_material_id_idx" ON "standard_rate" USING btree ("site_id","material_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "standard_rate_line_id_idx" ON "standard_rate" USING btree ("site_id","line_id","effective_from","id");--> statement-breakpoint
CREATE INDEX "shift_figure_business_date_idx" ON "shift_figure" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "shift_figure_work_order_id_idx" ON "shift_figure" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "figure_day_day_idx" ON "figure_day" USING btree ("site_id","day","id");--> statement-breakpoint
CREATE INDEX "figure_mark_created_at_idx" ON "figure_mark" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "figure_mark_day_idx" ON "figure_mark" USING btree ("site_id","day","created_at","id");--> statement-breakpoint
CREATE INDEX "figure_correction_at_idx" ON "figure_correction" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "figure_correction_business_date_idx" ON "figure_correction" USING btree ("site_id","business_date","at","id");--> statement-breakpoint
CREATE INDEX "figure_correction_line_id_idx" ON "figure_correction" USING btree ("site_id","line_id","at","id");--> statement-breakpoint
CREATE INDEX "figure_correction_sum_idx" ON "figure_correction" USING btree ("site_id","sum","at","id");--> statement-breakpoint
CREATE INDEX "figure_correction_cause_idx" ON "figure_correction" USING btree ("site_id","cause","at","id");--> statement-breakpoint
CREATE INDEX "figure_target_day_idx" ON "figure_target" USING btree ("site_id","day","id");--> statement-breakpoint
CREATE INDEX "figure_target_line_id_idx" ON "figure_target" USING btree ("site_id","line_id","day","id");--> statement-breakpoint
CREATE INDEX "figure_target_team_idx" ON "figure_target" USING btree ("site_id","team","day","id");--> statement-breakpoint
CREATE INDEX "figure_target_figure_idx" ON "figure_target" USING btree ("site_id","figure","day","id");--> statement-breakpoint
CREATE INDEX "figure_target_period_idx" ON "figure_target" USING btree ("site_id","period","day","id");--> statement-breakpoint
CREATE INDEX "hours_correction_business_date_idx" ON "hours_correction" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "hours_correction_line_id_idx" ON "hours_correction" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "hours_correction_shift_idx" ON "hours_correction" USING btree ("site_id","shift","business_date","id");--> statement-breakpoint
CREATE INDEX "hours_correction_team_idx" ON "hours_correction" USING btree ("site_id","team","business_date","id");--> statement-breakpoint
CREATE INDEX "hours_correction_user_id_idx" ON "hours_correction" USING btree ("site_id","user_id","business_date","id");--> statement-breakpoint
CREATE INDEX "kept_sheet_kept_at_idx" ON "kept_sheet" USING btree ("site_id","kept_at","id");--> statement-breakpoint
CREATE INDEX "kept_sheet_kind_idx" ON "kept_sheet" USING btree ("site_id","kind","kept_at","id");--> statement-breakpoint
CREATE INDEX "kept_sheet_from_idx" ON "kept_sheet" USING btree ("site_id","from","kept_at","id");--> statement-breakpoint
CREATE INDEX "kept_sheet_to_idx" ON "kept_sheet" USING btree ("site_id","to","kept_at","id");--> statement-breakpoint
CREATE INDEX "kept_sheet_line_id_idx" ON "kept_sheet" USING btree ("site_id","line_id","kept_at","id");--> statement-breakpoint
CREATE INDEX "input_line_business_date_idx" ON "input_line" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "input_line_line_id_idx" ON "input_line" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "input_line_work_order_id_idx" ON "input_line" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "input_line_material_id_idx" ON "input_line" USING btree ("site_id","material_id","business_date","id");--> statement-breakpoint
CREATE INDEX "output_line_business_date_idx" ON "output_line" USING btree ("site_id","business_date","id");--> statement-breakpoint
CREATE INDEX "output_line_line_id_idx" ON "output_line" USING btree ("site_id","line_id","business_date","id");--> statement-breakpoint
CREATE INDEX "output_line_work_order_id_idx" ON "output_line" USING btree ("site_id","work_order_id","business_date","id");--> statement-breakpoint
CREATE INDEX "output_line_product_id_idx" ON "output_line" USING btree ("site_id","product_id","business_date","id");--> statement-breakpoint
CREATE INDEX "input_output_month_month_idx" ON "input_output_month" USING btree ("site_id","month","id");--> statement-breakpoint
CREATE INDEX "input_output_month_state_idx" ON "input_output_month" USING btree ("site_id","state","month","id");--> statement-breakpoint
CREATE INDEX "assessment_weight_weight_idx" ON "assessment_weight" USING btree ("site_id","weight","id");--> statement-breakpoint
CREATE INDEX "assessment_weight_figure_idx" ON "assessment_weight" USING btree ("site_id","figure","weight","id");--> statement-breakpoint
CREATE INDEX "team_assessment_month_idx" ON "team_assessment" USING btree ("site_id","month","id");--> statement-breakpoint
CREATE INDEX "team_assessment_team_idx" ON "team_assessment" USING btree ("site_id","team","month","id");--> statement-breakpoint
CREATE INDEX "late_item_tried_at_idx" ON "late_item" USING btree ("site_id","tried_at","id");--> statement-breakpoint
CREATE INDEX "late_item_state_idx" ON "late_item" USING btree ("site_id","state","tried_at","id");--> statement-breakpoint
CREATE INDEX "late_item_month_idx" ON "late_item" USING btree ("site_id","month","tried_at","id");--> statement-breakpoint
CREATE INDEX "late_item_user_id_idx" ON "late_item" USING btree ("site_id","user_id","tried_at","id");--> statement-breakpoint
CREATE INDEX "late_item_key_idx" ON "late_item" USING btree ("site_id","key","tried_at","id");--> statement-breakpoint
CREATE INDEX "dashboard_container_sort_order_idx" ON "dashboard_container" USING btree ("site_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "dashboard_container_owner_id_idx" ON "dashboard_container" USING btree ("site_id","owner_id","sort_order","id");--> statement-breakpoint
CREATE INDEX "line_window_created_at_idx" ON "line_window" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "board_setting_of_idx" ON "board_setting" USING btree ("site_id","of","id");--> statement-breakpoint
CREATE INDEX "target_change_at_idx" ON "target_change" USING btree ("site_id","at","id");--> statement-breakpoint
CREATE INDEX "target_change_line_id_idx" ON "target_change" USING btree ("site_id","line_id","at","id");--> statement-breakpoint
CREATE INDEX "target_change_team_idx" ON "target_change" USING btree ("site_id","team","at","id");--> statement-breakpoint
CREATE INDEX "target_change_figure_idx" ON "target_change" USING btree ("site_id","figure","at","id");--> statement-breakpoint
CREATE INDEX "target_change_day_idx" ON "target_change" USING btree ("site_id","day","at","id");--> statement-breakpoint
CREATE INDEX "lobby_setting_of_idx" ON "lobby_setting" USING btree ("site_id","of","id");--> statement-breakpoint
CREATE INDEX "lobby_notice_created_at_idx" ON "lobby_notice" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lobby_notice_active_idx" ON "lobby_notice" USING btree ("site_id","active","created_at","id");--> statement-breakpoint
CREATE INDEX "lobby_notice_until_idx" ON "lobby_notice" USING btree ("site_id","until","created_at","id");--> statement-breakpoint
CREATE INDEX "lobby_link_created_at_idx" ON "lobby_link" USING btree ("site_id","created_at","id");--> statement-breakpoint
CREATE INDEX "demonstration_of_idx" ON "demonstration" USING btree ("site_id","of","id");--> statement-breakpoint
CREATE INDEX "plan_snapshot_made_on_idx" ON "plan_snapshot" USING btree ("site_id","made_on","id");--> statement-breakpoint
CREATE INDEX "notice_rule_name_idx" ON "notice_rule" USING btree ("site_id","name","id");--> statement-breakpoint
CREATE INDEX "notice_rule_active_idx" ON "notice_rule" USING btree ("site_id","active","name","id");--> statement-breakpoint
CREATE INDEX "notice_rule_severity_idx" ON "notice_rule" USING btree ("site_id","severity","name","id");--> statement-breakpoint
CREATE INDEX "notice_rule_watches_idx" ON "notice_rule" USING btree ("site_id","watches","name","id");--> statement-breakpoint
CREATE INDEX "notice_rule_line_id_idx" ON "notice_rule" USING btree ("site_id","line_id","name","id");--> statement-breakpoint
CREATE INDEX "notice_rule_role_id_idx" ON "notice_rule" USING btree ("site_id","role_id","name","id");--> statement-breakpoint
CREATE INDEX "notice_began_at_idx" ON "notice" USING btree ("site_id","began_at","id");--> statement-breakpoint
CREATE INDEX "notice_state_idx" ON "notice" USING btree ("site_id","state","began_at","id");--> statement-breakpoint
CREATE INDEX "notice_severity_idx" ON "notice" USING btree ("site_id","severity","began_at","id");--> statement-breakpoint
CREATE INDEX "notice_rule_id_idx" ON "notice" USING btree ("site_id","rule_id","began_at","id");--> statement-breakpoint
CREATE INDEX "notice_line_id_idx" ON "notice" USING btree ("site_id","line_id","began_at","id");--> statement-breakpoint
CREATE INDEX "notice_role_id_idx" ON "notice" USING btree ("site_id","role_id","began_at","id");--> statement-breakpoint
CREATE INDEX "notice_watch_created_at_idx" ON "notice_watch" USING btree ("site_id","created_at","id");