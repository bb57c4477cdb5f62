-- The beginning of a word, also without each letter and, if the word is longer, without each pair of letters. Two words with a typo or
-- two between them have such a rest in common.
CREATE FUNCTION word_remains(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(start, 1, greatest(i - 1, 0)) || substr(start, i + 1, greatest(j - i - 1, 0)) || substr(start, j + 1))
    FROM (SELECT left(word, 7) AS start) AS beginning, generate_series(0, length(start)) AS j, generate_series(0, j) AS i
   WHERE i = 0 OR length(word) > 5
$$;--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION correctable_words(said text) RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT word FROM unnest(tsvector_to_array(to_tsvector('simple', unaccented(separated(said))))) AS word
   WHERE length(word) BETWEEN 3 AND 40 AND word !~ '^[0-9]+$'
$$;--> statement-breakpoint
-- In one order, so that two transactions with the same new words do not wait for each other.
CREATE FUNCTION add_search_words(said text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_words (word)
  SELECT added FROM correctable_words(said) AS added
   WHERE NOT EXISTS (SELECT FROM search_words WHERE word = added) ORDER BY added
  ON CONFLICT DO NOTHING
$$;--> statement-breakpoint
INSERT INTO search_words (word)
SELECT DISTINCT word FROM classes c JOIN users u ON u.id = c.teacher_id,
       correctable_words(concat_ws(' ', c.title, c.category, u.name, c.description)) AS word
 WHERE is_published(c.status, c.hidden_at);--> statement-breakpoint
CREATE INDEX "search_words_near" ON "search_words" USING gin (word_remains("word"));--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_class_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  teacher text := (SELECT name FROM users WHERE id = NEW.teacher_id);
BEGIN
  INSERT INTO class_words (class_id, words, on_sale, category, price, created_at, experience)
  VALUES (NEW.id, words_of(NEW.title, NEW.category, NEW.description, teacher), is_published(NEW.status, NEW.hidden_at),
          NEW.category, NEW.price, NEW.created_at, NEW.experience)
  ON CONFLICT (class_id) DO UPDATE
    SET words = excluded.words, on_sale = excluded.on_sale, category = excluded.category, price = excluded.price,
        created_at = excluded.created_at, experience = excluded.experience
    WHERE class_words IS DISTINCT FROM excluded;
  IF is_published(NEW.status, NEW.hidden_at) AND (TG_OP = 'INSERT' OR NOT is_published(OLD.status, OLD.hidden_at)
      OR (NEW.title, NEW.category, NEW.description, NEW.teacher_id) IS DISTINCT FROM (OLD.title, OLD.category, OLD.description, OLD.teacher_id)) THEN
    PERFORM add_search_words(concat_ws(' ', NEW.title, NEW.category, teacher, NEW.description));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION rename_teacher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE class_words SET words = words_of(classes.title, classes.category, classes.description, NEW.name)
    FROM classes WHERE classes.id = class_id AND teacher_id = NEW.id;
  IF EXISTS (SELECT FROM classes WHERE teacher_id = NEW.id AND is_published(status, hidden_at)) THEN
    PERFORM add_search_words(NEW.name);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A free seat is no longer shown once it was taken, given up or offered to another student, or its class is not offered any more.
CREATE FUNCTION end_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notifications SET listed = false
   WHERE user_id = OLD.user_id AND kind = 'seat free' AND starts_with(subject, OLD.id || ' ');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER end_offer AFTER DELETE ON "waiting_list"
  FOR EACH ROW WHEN (OLD.kept_until IS NOT NULL) EXECUTE FUNCTION end_offer();--> statement-breakpoint
CREATE TRIGGER move_offer AFTER UPDATE OF kept_until ON "waiting_list"
  FOR EACH ROW WHEN (OLD.kept_until IS NOT NULL AND OLD.kept_until IS DISTINCT FROM NEW.kept_until) EXECUTE FUNCTION end_offer();--> statement-breakpoint
-- Those of before.
UPDATE notifications n SET listed = false
 WHERE kind = 'seat free' AND listed AND NOT EXISTS (
   SELECT FROM waiting_list w WHERE w.user_id = n.user_id AND w.kept_until IS NOT NULL AND starts_with(n.subject, w.id || ' '));--> statement-breakpoint
UPDATE notifications n SET listed = false
  FROM classes c JOIN users t ON t.id = c.teacher_id
 WHERE kind IN ('new assignment', 'deadline near', 'deadline moved') AND listed AND c.id::text = n.data->>'classId' AND t.deleted_at IS NOT NULL;
