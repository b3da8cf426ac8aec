ALTER TABLE "app_user" DROP CONSTRAINT "app_user_user_name_key";--> statement-breakpoint
-- Accounts that differed by case alone: the older one keeps the name.
UPDATE "app_user" u SET "user_name" = left(u."user_name", 24) || '-' || right(u."id"::text, 12) WHERE EXISTS (SELECT 1 FROM "app_user" o WHERE o."site_id" = u."site_id" AND lower(o."user_name") = lower(u."user_name") AND (o."created_at", o."id") < (u."created_at", u."id"));--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_user_name_key" ON "app_user" USING btree ("site_id",lower("user_name"));