-- A class that is saved unchanged, or of which a change awaits review, only has a new revision. Nothing public shows it.
CREATE OR REPLACE FUNCTION classes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  not_listed CONSTANT text[] := '{enroll,waiting,ratings,reason,decided_at,decided_by,withdrawn_at}';
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
             now_shown - not_listed IS DISTINCT FROM then_shown - not_listed AS differs
        FROM after_change n JOIN before_change o USING (id),
             LATERAL (SELECT to_jsonb(n) - 'revision' AS now_shown, to_jsonb(o) - 'revision' AS then_shown) AS shown
       WHERE n.* IS DISTINCT FROM o.* AND now_shown IS DISTINCT FROM then_shown
    ) AS change;
  IF cardinality(ids) = 0 THEN RETURN NULL; END IF;
  PERFORM add_to_class_totals(coalesce(sold, 0), coalesce(taken, 0));
  PERFORM announce_classes(ids, ARRAY(
    SELECT topic FROM (VALUES ('classes', listing), ('enrollments', coalesce(taken, 0) <> 0)) AS said(topic, holds)
     WHERE holds));
  RETURN NULL;
END $$;
