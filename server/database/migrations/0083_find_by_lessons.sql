-- What everyone sees of a curriculum: the outcomes, the published lessons, and the sections that have one.
CREATE FUNCTION taught_in(class uuid) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws(' ',
    (SELECT array_to_string(outcomes, ' ') FROM curricula WHERE class_id = class),
    (SELECT string_agg(concat_ws(' ', s.title, shown.titles), ' ')
       FROM sections s,
            LATERAL (SELECT string_agg(title, ' ') AS titles FROM lessons WHERE section_id = s.id AND status = 'published') AS shown
      WHERE s.class_id = class AND shown.titles IS NOT NULL))
$$;--> statement-breakpoint
ALTER TABLE "class_words" ADD COLUMN "taught" "tsvector" DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE class_words w SET taught = words_of(taught_in(w.class_id), NULL, NULL, NULL)
  FROM curricula c WHERE c.class_id = w.class_id;--> statement-breakpoint
INSERT INTO search_words (word)
SELECT DISTINCT word FROM class_words w JOIN curricula c ON c.class_id = w.class_id, correctable_words(taught_in(w.class_id)) AS word
 WHERE w.on_sale
ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "class_words" ADD COLUMN "all_words" "tsvector" GENERATED ALWAYS AS (words || taught) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "class_all_words_index" ON "class_words" USING gin ("all_words");--> statement-breakpoint
-- The lock comes first, so that of two changes of a curriculum the later one also reads what the earlier one has written.
CREATE FUNCTION set_taught_words(class uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  said text;
  is_shown boolean;
BEGIN
  PERFORM FROM class_words WHERE class_id = class FOR NO KEY UPDATE;
  said := taught_in(class);
  UPDATE class_words SET taught = now_taught
    FROM words_of(said, NULL, NULL, NULL) AS now_taught
   WHERE class_id = class AND taught <> now_taught RETURNING on_sale INTO is_shown;
  IF is_shown THEN
    PERFORM add_search_words(said);
    PERFORM pg_notify('catalogue', 'taught');
  END IF;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION curriculum_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_curriculum(NEW.class_id);
  PERFORM set_taught_words(NEW.class_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION section_taught() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_taught_words(OLD.class_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER section_removed AFTER DELETE ON sections
FOR EACH ROW EXECUTE FUNCTION section_taught();--> statement-breakpoint
CREATE TRIGGER section_renamed AFTER UPDATE ON sections
FOR EACH ROW WHEN (NEW.title <> OLD.title) EXECUTE FUNCTION section_taught();--> statement-breakpoint
-- Once for each class and statement, because a statement can change hundreds of lessons.
CREATE FUNCTION lessons_taught() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT section_id FROM lessons_now WHERE status = 'published');
  ELSIF TG_OP = 'DELETE' THEN
    changed := ARRAY(SELECT section_id FROM lessons_before WHERE status = 'published');
  ELSE
    changed := ARRAY(
      SELECT unnest(ARRAY[b.section_id, n.section_id]) FROM lessons_before b JOIN lessons_now n USING (id)
       WHERE 'published' IN (b.status, n.status)
         AND (b.section_id, b.status, b.title) IS DISTINCT FROM (n.section_id, n.status, n.title));
  END IF;
  PERFORM set_taught_words(class_id)
    FROM (SELECT DISTINCT class_id FROM sections WHERE id = ANY (changed) ORDER BY class_id) AS affected;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER lessons_taught_added AFTER INSERT ON lessons REFERENCING NEW TABLE AS lessons_now
FOR EACH STATEMENT EXECUTE FUNCTION lessons_taught();--> statement-breakpoint
CREATE TRIGGER lessons_taught_removed AFTER DELETE ON lessons REFERENCING OLD TABLE AS lessons_before
FOR EACH STATEMENT EXECUTE FUNCTION lessons_taught();--> statement-breakpoint
CREATE TRIGGER lessons_taught_changed AFTER UPDATE ON lessons REFERENCING OLD TABLE AS lessons_before NEW TABLE AS lessons_now
FOR EACH STATEMENT EXECUTE FUNCTION lessons_taught();--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_class_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  teacher text := (SELECT name FROM users WHERE id = NEW.teacher_id);
BEGIN
  INSERT INTO class_words AS w (class_id, words, on_sale, category, price, created_at, experience)
  VALUES (NEW.id, words_of(NEW.title, NEW.category, NEW.description, teacher), is_published(NEW.status, NEW.hidden_at),
          NEW.category, NEW.price, NEW.created_at, NEW.experience)
  ON CONFLICT (class_id) DO UPDATE
    SET words = excluded.words, on_sale = excluded.on_sale, category = excluded.category, price = excluded.price,
        created_at = excluded.created_at, experience = excluded.experience
    WHERE (w.words, w.on_sale, w.category, w.price, w.created_at, w.experience) IS DISTINCT FROM
          (excluded.words, excluded.on_sale, excluded.category, excluded.price, excluded.created_at, excluded.experience);
  IF is_published(NEW.status, NEW.hidden_at) AND (TG_OP = 'INSERT' OR NOT is_published(OLD.status, OLD.hidden_at)
      OR (NEW.title, NEW.category, NEW.description, NEW.teacher_id) IS DISTINCT FROM (OLD.title, OLD.category, OLD.description, OLD.teacher_id)) THEN
    PERFORM add_search_words(concat_ws(' ', NEW.title, NEW.category, teacher, NEW.description, taught_in(NEW.id)));
  END IF;
  RETURN NULL;
END $$;
