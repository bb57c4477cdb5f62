CREATE TABLE "class_totals" (
	"connection" integer PRIMARY KEY NOT NULL,
	"classes" integer NOT NULL,
	"enrollments" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "class_words" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL,
	"on_sale" boolean NOT NULL
);
--> statement-breakpoint
DROP INDEX "classes_by_enroll";--> statement-breakpoint
DROP INDEX "classes_by_price";--> statement-breakpoint
DROP INDEX "classes_in_category";--> statement-breakpoint
DROP INDEX "classes_by_age";--> statement-breakpoint
DROP INDEX "classes_of_teacher";--> statement-breakpoint
DROP INDEX "enrollments_of_user";--> statement-breakpoint
DROP INDEX "feedback_of_class";--> statement-breakpoint
DROP INDEX "feedback_by_age";--> statement-breakpoint
DROP INDEX "payments_of_user";--> statement-breakpoint
DROP INDEX "payments_of_class";--> statement-breakpoint
DROP INDEX "payments_by_age";--> statement-breakpoint
DROP INDEX "audit_trail_by_age";--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "ratings" integer[] DEFAULT '{0,0,0,0,0}' NOT NULL;--> statement-breakpoint
ALTER TABLE "class_words" ADD CONSTRAINT "class_words_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_words_index" ON "class_words" USING gin ("words");--> statement-breakpoint
CREATE INDEX "on_sale_newest" ON "classes" USING btree ("created_at","id") WHERE "classes"."status" = 'approve' and "classes"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "on_sale_by_enroll" ON "classes" USING btree ("enroll","id") WHERE "classes"."status" = 'approve' and "classes"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "on_sale_by_price" ON "classes" USING btree ("price","id") WHERE "classes"."status" = 'approve' and "classes"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "on_sale_category_newest" ON "classes" USING btree ("category","created_at","id") WHERE "classes"."status" = 'approve' and "classes"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "on_sale_category_by_enroll" ON "classes" USING btree ("category","enroll","id") WHERE "classes"."status" = 'approve' and "classes"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "on_sale_category_by_price" ON "classes" USING btree ("category","price","id") WHERE "classes"."status" = 'approve' and "classes"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "classes_by_age" ON "classes" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "classes_of_teacher" ON "classes" USING btree ("teacher_id","created_at");--> statement-breakpoint
CREATE INDEX "enrollments_of_user" ON "enrollments" USING btree ("user_id","enrolled_at");--> statement-breakpoint
CREATE INDEX "feedback_of_class" ON "feedback" USING btree ("class_id","updated_at");--> statement-breakpoint
CREATE INDEX "feedback_by_age" ON "feedback" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "payments" USING btree ("user_id","paid_at");--> statement-breakpoint
CREATE INDEX "payments_of_class" ON "payments" USING btree ("class_id","paid_at");--> statement-breakpoint
CREATE INDEX "payments_by_age" ON "payments" USING btree ("paid_at","id");--> statement-breakpoint
CREATE INDEX "audit_trail_by_age" ON "audit_trail" USING btree ("happened_at","id");--> statement-breakpoint
CREATE FUNCTION words_of(title text, category text, description text, teacher text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT strip(to_tsvector('simple', said) || to_tsvector('english', said))
    FROM concat_ws(' ', title, category, teacher, description) AS said
$$;--> statement-breakpoint
CREATE FUNCTION set_class_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO class_words (class_id, words, on_sale)
  SELECT NEW.id, words_of(NEW.title, NEW.category, NEW.description, users.name), NEW.status = 'approve' AND NEW.hidden_at IS NULL
    FROM users WHERE users.id = NEW.teacher_id
  ON CONFLICT (class_id) DO UPDATE SET words = excluded.words, on_sale = excluded.on_sale
    WHERE (class_words.words, class_words.on_sale) IS DISTINCT FROM (excluded.words, excluded.on_sale);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER set_words AFTER INSERT OR UPDATE OF title, category, description, teacher_id, status, hidden_at ON classes
FOR EACH ROW EXECUTE FUNCTION set_class_words();--> statement-breakpoint
CREATE FUNCTION rename_teacher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE class_words SET words = words_of(title, category, description, NEW.name)
    FROM classes WHERE classes.id = class_id AND teacher_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER rename_teacher AFTER UPDATE OF name ON users
FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION rename_teacher();--> statement-breakpoint
CREATE FUNCTION announce_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'people');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_person AFTER UPDATE OF name, photo ON users
FOR EACH ROW WHEN ((OLD.name, OLD.photo) IS DISTINCT FROM (NEW.name, NEW.photo)) EXECUTE FUNCTION announce_person();--> statement-breakpoint
CREATE FUNCTION add_to_class_totals(more_classes bigint, more_enrollments bigint) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO class_totals AS kept (connection, classes, enrollments)
  SELECT pg_backend_pid(), more_classes, more_enrollments WHERE more_classes <> 0 OR more_enrollments <> 0
  ON CONFLICT (connection) DO UPDATE
    SET classes = kept.classes + excluded.classes, enrollments = kept.enrollments + excluded.enrollments
$$;--> statement-breakpoint
CREATE FUNCTION announce_classes(ids uuid[], topics text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) > 100 THEN
    PERFORM pg_notify('catalogue', 'everything');
  ELSE
    PERFORM pg_notify('catalogue', 'class ' || id) FROM unnest(ids) AS id;
    PERFORM pg_notify('catalogue', topic) FROM unnest(topics) AS topic;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION classes_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sold bigint; taken bigint;
BEGIN
  SELECT count(*), coalesce(sum(enroll), 0) INTO sold, taken FROM added WHERE status = 'approve' AND hidden_at IS NULL;
  PERFORM add_to_class_totals(sold, taken);
  IF sold > 0 THEN
    PERFORM announce_classes(ARRAY(SELECT id FROM added), ARRAY['classes']);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER classes_added AFTER INSERT ON classes
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION classes_added();--> statement-breakpoint
CREATE FUNCTION classes_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sold bigint; taken bigint;
BEGIN
  SELECT count(*), coalesce(sum(enroll), 0) INTO sold, taken FROM removed WHERE status = 'approve' AND hidden_at IS NULL;
  PERFORM add_to_class_totals(-sold, -taken);
  IF sold > 0 THEN
    PERFORM announce_classes(ARRAY(SELECT id FROM removed), ARRAY['classes']);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER classes_removed AFTER DELETE ON classes
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION classes_removed();--> statement-breakpoint
CREATE FUNCTION classes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sold bigint; taken bigint; listing boolean; ids uuid[];
BEGIN
  SELECT sum((is_sold)::int - (was_sold)::int),
         sum(is_sold::int * enroll - was_sold::int * previously),
         coalesce(bool_or((is_sold OR was_sold) AND differs), false),
         coalesce(array_agg(id), '{}')
    INTO sold, taken, listing, ids
    FROM (
      SELECT n.id, n.enroll, o.enroll AS previously,
             n.status = 'approve' AND n.hidden_at IS NULL AS is_sold,
             o.status = 'approve' AND o.hidden_at IS NULL AS was_sold,
             (n.title, n.category, n.description, n.price, n.image, n.experience, n.status, n.hidden_at, n.teacher_id, n.created_at)
               IS DISTINCT FROM
             (o.title, o.category, o.description, o.price, o.image, o.experience, o.status, o.hidden_at, o.teacher_id, o.created_at) AS differs
        FROM after_change n JOIN before_change o USING (id)
    ) AS change;
  PERFORM add_to_class_totals(coalesce(sold, 0), coalesce(taken, 0));
  PERFORM announce_classes(ids, ARRAY(
    SELECT topic FROM (VALUES ('classes', listing), ('enrollments', coalesce(taken, 0) <> 0)) AS said(topic, holds)
     WHERE holds));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER classes_changed AFTER UPDATE ON classes
REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
FOR EACH STATEMENT EXECUTE FUNCTION classes_changed();--> statement-breakpoint
CREATE FUNCTION change_ratings(class uuid, stars int, change int) RETURNS void LANGUAGE sql AS $$
  UPDATE classes SET ratings[stars] = ratings[stars] + change WHERE id = class
$$;--> statement-breakpoint
CREATE FUNCTION feedback_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.class_id = NEW.class_id AND OLD.rating = NEW.rating THEN
    PERFORM pg_notify('catalogue', 'class ' || NEW.class_id);
  ELSE
    IF TG_OP <> 'INSERT' THEN PERFORM change_ratings(OLD.class_id, OLD.rating, -1); END IF;
    IF TG_OP <> 'DELETE' THEN PERFORM change_ratings(NEW.class_id, NEW.rating, 1); END IF;
  END IF;
  PERFORM pg_notify('catalogue', 'feedback');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER feedback_changed AFTER INSERT OR UPDATE OR DELETE ON feedback
FOR EACH ROW EXECUTE FUNCTION feedback_changed();--> statement-breakpoint
INSERT INTO class_words (class_id, words, on_sale)
SELECT classes.id, words_of(title, category, description, users.name), status = 'approve' AND hidden_at IS NULL FROM classes JOIN users ON users.id = teacher_id;--> statement-breakpoint
UPDATE classes SET
  ratings = ARRAY(SELECT (SELECT count(*)::int FROM feedback WHERE class_id = classes.id AND rating = stars)
                    FROM generate_series(1, cardinality(ratings)) AS stars ORDER BY stars);--> statement-breakpoint
INSERT INTO class_totals (connection, classes, enrollments)
SELECT 0, count(*), coalesce(sum(enroll), 0) FROM classes WHERE status = 'approve' AND hidden_at IS NULL HAVING count(*) > 0;
