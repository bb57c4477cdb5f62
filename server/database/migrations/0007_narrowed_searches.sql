ALTER TABLE "class_words" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "class_words" ADD COLUMN "price" integer;--> statement-breakpoint
ALTER TABLE "class_words" ADD COLUMN "created_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE class_words SET category = classes.category, price = classes.price, created_at = classes.created_at FROM classes WHERE classes.id = class_id;--> statement-breakpoint
ALTER TABLE "class_words" ALTER COLUMN "price" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "class_words" ALTER COLUMN "created_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "words_newest" ON "class_words" USING btree ("created_at","class_id") WHERE "class_words"."on_sale";--> statement-breakpoint
CREATE INDEX "words_by_price" ON "class_words" USING btree ("price","class_id") WHERE "class_words"."on_sale";--> statement-breakpoint
CREATE INDEX "words_category_newest" ON "class_words" USING btree ("category","created_at","class_id") WHERE "class_words"."on_sale";--> statement-breakpoint
CREATE INDEX "words_category_by_price" ON "class_words" USING btree ("category","price","class_id") WHERE "class_words"."on_sale";--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_class_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO class_words (class_id, words, on_sale, category, price, created_at)
  SELECT NEW.id, words_of(NEW.title, NEW.category, NEW.description, users.name), NEW.status = 'approve' AND NEW.hidden_at IS NULL,
         NEW.category, NEW.price, NEW.created_at
    FROM users WHERE users.id = NEW.teacher_id
  ON CONFLICT (class_id) DO UPDATE
    SET words = excluded.words, on_sale = excluded.on_sale, category = excluded.category, price = excluded.price, created_at = excluded.created_at
    WHERE class_words IS DISTINCT FROM excluded;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER set_words ON classes;--> statement-breakpoint
CREATE TRIGGER set_words AFTER INSERT OR UPDATE OF title, category, description, teacher_id, status, hidden_at, price, created_at ON classes
FOR EACH ROW EXECUTE FUNCTION set_class_words();--> statement-breakpoint
CREATE OR REPLACE FUNCTION rename_teacher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE class_words SET words = words_of(classes.title, classes.category, classes.description, NEW.name)
    FROM classes WHERE classes.id = class_id AND teacher_id = NEW.id;
  RETURN NULL;
END $$;
