ALTER TABLE "class_words" ADD COLUMN "experience" text;--> statement-breakpoint
UPDATE class_words SET experience = classes.experience FROM classes WHERE classes.id = class_id;--> statement-breakpoint
ALTER TABLE "class_words" ALTER COLUMN "experience" SET NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_class_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO class_words (class_id, words, on_sale, category, price, created_at, experience)
  SELECT NEW.id, words_of(NEW.title, NEW.category, NEW.description, users.name), is_published(NEW.status, NEW.hidden_at),
         NEW.category, NEW.price, NEW.created_at, NEW.experience
    FROM users WHERE users.id = NEW.teacher_id
  ON CONFLICT (class_id) DO UPDATE
    SET words = excluded.words, on_sale = excluded.on_sale, category = excluded.category, price = excluded.price,
        created_at = excluded.created_at, experience = excluded.experience
    WHERE class_words IS DISTINCT FROM excluded;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER set_words ON classes;--> statement-breakpoint
CREATE TRIGGER set_words AFTER INSERT OR UPDATE OF title, category, description, teacher_id, status, hidden_at, price, created_at, experience ON classes
FOR EACH ROW EXECUTE FUNCTION set_class_words();--> statement-breakpoint
-- Thousandths of a star. Each class has five ratings of 3.5 stars in addition, so that a single rating does not make it the best.
CREATE FUNCTION rating_score(ratings integer[]) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ((5 * 3500 + 1000 * (ratings[1]::bigint + 2 * ratings[2]::bigint + 3 * ratings[3]::bigint + 4 * ratings[4]::bigint + 5 * ratings[5]::bigint))
    / (5 + ratings[1]::bigint + ratings[2] + ratings[3] + ratings[4] + ratings[5]))::integer
$$;--> statement-breakpoint
CREATE INDEX "published_by_rating" ON "classes" USING btree (rating_score("ratings"),"id") WHERE is_published("classes"."status", "classes"."hidden_at");--> statement-breakpoint
CREATE INDEX "published_experience_newest" ON "classes" USING btree ("experience","created_at","id") WHERE is_published("classes"."status", "classes"."hidden_at");--> statement-breakpoint
CREATE INDEX "published_category_by_rating" ON "classes" USING btree ("category",rating_score("ratings"),"id") WHERE is_published("classes"."status", "classes"."hidden_at");
