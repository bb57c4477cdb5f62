CREATE TABLE "lesson_done_counts" (
	"lesson_id" uuid NOT NULL,
	"shard" smallint NOT NULL,
	"done" integer NOT NULL,
	CONSTRAINT "lesson_done_counts_lesson_id_shard_pk" PRIMARY KEY("lesson_id","shard")
);
--> statement-breakpoint
ALTER TABLE "lesson_done_counts" ADD CONSTRAINT "lesson_done_counts_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Adds to the counts of lessons. The order keeps two transactions from waiting for each other.
CREATE FUNCTION add_to_done_counts(lesson_ids uuid[], user_ids uuid[], change integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO lesson_done_counts AS k (lesson_id, shard, done)
  SELECT lesson_id, hashtext(user_id::text) & 15 AS shard, change * count(*)
    FROM unnest(lesson_ids, user_ids) AS counted (lesson_id, user_id)
   GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (lesson_id, shard) DO UPDATE SET done = k.done + excluded.done;
$$;--> statement-breakpoint
-- The lock on the enrollment makes this wait for an enrollment that ends at the same time, or the other way round: the later one sees
-- what the other has done.
CREATE FUNCTION count_lesson_done() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM enrollments e
    JOIN sections s ON s.class_id = e.class_id JOIN lessons l ON l.section_id = s.id
   WHERE l.id = NEW.lesson_id AND e.user_id = NEW.user_id FOR UPDATE OF e;
  IF FOUND THEN
    PERFORM add_to_done_counts(
      ARRAY[NEW.lesson_id], ARRAY[NEW.user_id], CASE WHEN NEW.done_at IS NULL THEN -1 ELSE 1 END);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER count_lesson_done AFTER INSERT ON lesson_progress
  FOR EACH ROW WHEN (NEW.done_at IS NOT NULL) EXECUTE FUNCTION count_lesson_done();--> statement-breakpoint
CREATE TRIGGER count_lesson_done_or_undone AFTER UPDATE ON lesson_progress
  FOR EACH ROW WHEN ((OLD.done_at IS NULL) <> (NEW.done_at IS NULL)) EXECUTE FUNCTION count_lesson_done();--> statement-breakpoint
-- A lesson that is deleted with its progress has no counts any more.
CREATE FUNCTION uncount_deleted_progress() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE lesson_ids uuid[]; user_ids uuid[];
BEGIN
  WITH counted AS (
    SELECT g.lesson_id, g.user_id FROM gone g
      JOIN lessons l ON l.id = g.lesson_id JOIN sections s ON s.id = l.section_id
      JOIN enrollments e ON e.class_id = s.class_id AND e.user_id = g.user_id
     WHERE g.done_at IS NOT NULL ORDER BY e.id FOR UPDATE OF e)
  SELECT array_agg(lesson_id), array_agg(user_id) INTO lesson_ids, user_ids FROM counted;
  PERFORM add_to_done_counts(lesson_ids, user_ids, -1);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER uncount_deleted_progress AFTER DELETE ON lesson_progress
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION uncount_deleted_progress();--> statement-breakpoint
-- Progress outlives an enrollment, and counts again with the next one.
CREATE FUNCTION done_counts_follow_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ended boolean := TG_OP = 'DELETE'; e enrollments := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM add_to_done_counts(array_agg(p.lesson_id), array_agg(p.user_id), CASE WHEN ended THEN -1 ELSE 1 END)
     FROM lesson_progress p JOIN lessons l ON l.id = p.lesson_id JOIN sections s ON s.id = l.section_id
    WHERE p.user_id = e.user_id AND s.class_id = e.class_id AND p.done_at IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER done_counts_follow_enrollment AFTER INSERT OR DELETE ON enrollments
  FOR EACH ROW EXECUTE FUNCTION done_counts_follow_enrollment();--> statement-breakpoint
INSERT INTO lesson_done_counts (lesson_id, shard, done)
SELECT p.lesson_id, hashtext(p.user_id::text) & 15, count(*)
  FROM lesson_progress p JOIN lessons l ON l.id = p.lesson_id JOIN sections s ON s.id = l.section_id
  JOIN enrollments e ON e.class_id = s.class_id AND e.user_id = p.user_id
 WHERE p.done_at IS NOT NULL GROUP BY 1, 2;
