-- The rule for a published class, for queries, triggers and indexes. PostgreSQL inlines it.
CREATE FUNCTION is_published(status text, hidden_at timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT status = 'approve' AND hidden_at IS NULL $$;--> statement-breakpoint
DROP INDEX "on_sale_newest";--> statement-breakpoint
DROP INDEX "on_sale_by_enroll";--> statement-breakpoint
DROP INDEX "on_sale_by_price";--> statement-breakpoint
DROP INDEX "on_sale_category_newest";--> statement-breakpoint
DROP INDEX "on_sale_category_by_enroll";--> statement-breakpoint
DROP INDEX "on_sale_category_by_price";--> statement-breakpoint
CREATE INDEX "on_sale_newest" ON "classes" USING btree ("created_at","id") WHERE is_published("classes"."status", "classes"."hidden_at");--> statement-breakpoint
CREATE INDEX "on_sale_by_enroll" ON "classes" USING btree ("enroll","id") WHERE is_published("classes"."status", "classes"."hidden_at");--> statement-breakpoint
CREATE INDEX "on_sale_by_price" ON "classes" USING btree ("price","id") WHERE is_published("classes"."status", "classes"."hidden_at");--> statement-breakpoint
CREATE INDEX "on_sale_category_newest" ON "classes" USING btree ("category","created_at","id") WHERE is_published("classes"."status", "classes"."hidden_at");--> statement-breakpoint
CREATE INDEX "on_sale_category_by_enroll" ON "classes" USING btree ("category","enroll","id") WHERE is_published("classes"."status", "classes"."hidden_at");--> statement-breakpoint
CREATE INDEX "on_sale_category_by_price" ON "classes" USING btree ("category","price","id") WHERE is_published("classes"."status", "classes"."hidden_at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_class_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO class_words (class_id, words, on_sale, category, price, created_at)
  SELECT NEW.id, words_of(NEW.title, NEW.category, NEW.description, users.name), is_published(NEW.status, NEW.hidden_at),
         NEW.category, NEW.price, NEW.created_at
    FROM users WHERE users.id = NEW.teacher_id
  ON CONFLICT (class_id) DO UPDATE
    SET words = excluded.words, on_sale = excluded.on_sale, category = excluded.category, price = excluded.price, created_at = excluded.created_at
    WHERE class_words IS DISTINCT FROM excluded;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION classes_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sold bigint; taken bigint;
BEGIN
  SELECT count(*), coalesce(sum(enroll), 0) INTO sold, taken FROM added WHERE is_published(status, hidden_at);
  PERFORM add_to_class_totals(sold, taken);
  IF sold > 0 THEN
    PERFORM announce_classes(ARRAY(SELECT id FROM added), ARRAY['classes']);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION classes_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sold bigint; taken bigint;
BEGIN
  SELECT count(*), coalesce(sum(enroll), 0) INTO sold, taken FROM removed WHERE is_published(status, hidden_at);
  PERFORM add_to_class_totals(-sold, -taken);
  IF sold > 0 THEN
    PERFORM announce_classes(ARRAY(SELECT id FROM removed), ARRAY['classes']);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Lists show every column but the named ones, so that a new column is announced without another migration.
CREATE OR REPLACE FUNCTION classes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  not_listed CONSTANT text[] := '{enroll,ratings,reason,decided_at,decided_by,withdrawn_at}';
  sold bigint; taken bigint; listing boolean; ids uuid[];
BEGIN
  SELECT sum((is_sold)::int - (was_sold)::int),
         sum(is_sold::int * enroll - was_sold::int * previously),
         coalesce(bool_or((is_sold OR was_sold) AND differs), false),
         coalesce(array_agg(id), '{}')
    INTO sold, taken, listing, ids
    FROM (
      SELECT n.id, n.enroll, o.enroll AS previously,
             is_published(n.status, n.hidden_at) AS is_sold,
             is_published(o.status, o.hidden_at) AS was_sold,
             to_jsonb(n) - not_listed IS DISTINCT FROM to_jsonb(o) - not_listed AS differs
        FROM after_change n JOIN before_change o USING (id)
       WHERE n.* IS DISTINCT FROM o.*
    ) AS change;
  IF cardinality(ids) = 0 THEN RETURN NULL; END IF;
  PERFORM add_to_class_totals(coalesce(sold, 0), coalesce(taken, 0));
  PERFORM announce_classes(ids, ARRAY(
    SELECT topic FROM (VALUES ('classes', listing), ('enrollments', coalesce(taken, 0) <> 0)) AS said(topic, holds)
     WHERE holds));
  RETURN NULL;
END $$;
