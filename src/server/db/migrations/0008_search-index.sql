CREATE OR REPLACE FUNCTION search_trigrams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 500 AS $$
DECLARE
  folded text := lower(normalize(value, NFKC) COLLATE "C");
  trigrams text[] := '{}';
BEGIN
  FOR place IN 1 .. length(folded) - 2 LOOP
    trigrams := trigrams || substr(folded, place, 3);
  END LOOP;
  RETURN trigrams;
END
$$;
--> statement-breakpoint
CREATE INDEX "jumbo_roll_search_idx" ON "jumbo_roll" USING gin ((search_trigrams(coalesce("number", '') || ' ' || coalesce("note", '')) collate "C"));--> statement-breakpoint
CREATE INDEX "slit_roll_search_idx" ON "slit_roll" USING gin ((search_trigrams(coalesce("number", '')) collate "C"));--> statement-breakpoint
CREATE INDEX "package_search_idx" ON "package" USING gin ((search_trigrams(coalesce("number", '') || ' ' || coalesce("place", '') || ' ' || coalesce("note", '')) collate "C"));
--> statement-breakpoint
ANALYZE "jumbo_roll", "slit_roll", "package";
