CREATE TABLE "resource_stamp" (
	"site_id" integer DEFAULT 1 NOT NULL,
	"resource" text NOT NULL,
	"stamp" bigint NOT NULL,
	CONSTRAINT "resource_stamp_pk" PRIMARY KEY("site_id","resource")
);
