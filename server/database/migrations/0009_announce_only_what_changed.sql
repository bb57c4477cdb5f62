-- A row that was written again with what it had already is not announced.
CREATE OR REPLACE FUNCTION classes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
       WHERE n.* IS DISTINCT FROM o.*
    ) AS change;
  IF cardinality(ids) = 0 THEN RETURN NULL; END IF;
  PERFORM add_to_class_totals(coalesce(sold, 0), coalesce(taken, 0));
  PERFORM announce_classes(ids, ARRAY(
    SELECT topic FROM (VALUES ('classes', listing), ('enrollments', coalesce(taken, 0) <> 0)) AS said(topic, holds)
     WHERE holds));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION feedback_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.* IS NOT DISTINCT FROM OLD.* THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.class_id = NEW.class_id AND OLD.rating = NEW.rating THEN
    PERFORM pg_notify('catalogue', 'class ' || NEW.class_id);
  ELSE
    IF TG_OP <> 'INSERT' THEN PERFORM change_ratings(OLD.class_id, OLD.rating, -1); END IF;
    IF TG_OP <> 'DELETE' THEN PERFORM change_ratings(NEW.class_id, NEW.rating, 1); END IF;
  END IF;
  PERFORM pg_notify('catalogue', 'feedback');
  RETURN NULL;
END $$;
