CREATE TABLE "waiting_list" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigserial NOT NULL,
	"user_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"kept_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_list_once" UNIQUE("user_id","class_id")
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "waiting" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_list_in_order" ON "waiting_list" USING btree ("class_id","number");--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_waiting_not_negative" CHECK ("classes"."waiting" >= 0);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('welcome', 'receipt', 'refund', 'refund failed', 'teacher request received', 'teacher request approved', 'teacher request rejected', 'class approved', 'class rejected', 'class withdrawn', 'class change approved', 'class change rejected', 'sale', 'sales digest', 'new assignment', 'deadline near', 'submission sent', 'submission received', 'submission graded', 'new question', 'new answer', 'certificate', 'seat free', 'dispute', 'attention', 'notice', 'contact', 'invitation'));--> statement-breakpoint
CREATE FUNCTION count_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE classes SET waiting = waiting + 1 WHERE id = NEW.class_id;
  ELSE
    UPDATE classes SET waiting = waiting - 1 WHERE id = OLD.class_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER count_waiting AFTER INSERT OR DELETE ON "waiting_list"
  FOR EACH ROW EXECUTE FUNCTION count_waiting();--> statement-breakpoint
-- Whoever is enrolled waits no longer, however it came about.
CREATE FUNCTION end_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM waiting_list w USING added WHERE (w.user_id, w.class_id) = (added.user_id, added.class_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER end_waiting AFTER INSERT ON "enrollments" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION end_waiting();--> statement-breakpoint
CREATE FUNCTION announce_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', 'seats');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_seats AFTER UPDATE ON "classes" FOR EACH ROW
  WHEN (NEW.waiting > 0 AND (NEW.waiting IS DISTINCT FROM OLD.waiting OR NEW.seats IS DISTINCT FROM OLD.seats
    OR NEW.status IS DISTINCT FROM OLD.status OR NEW.enroll - NEW.vacated < OLD.enroll - OLD.vacated))
  EXECUTE FUNCTION announce_seats();--> statement-breakpoint
CREATE FUNCTION announce_seat_of_intent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM classes WHERE id = NEW.class_id AND waiting > 0) THEN
    PERFORM pg_notify('catalogue', 'seats');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_seat_of_intent AFTER UPDATE OF "state" ON "payment_intents" FOR EACH ROW
  WHEN (OLD.state = 'open' AND NEW.state = 'canceled') EXECUTE FUNCTION announce_seat_of_intent();--> statement-breakpoint
-- Lists show every column but the named ones, so that a new column is announced without another migration.
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
END $$;--> statement-breakpoint
CREATE TRIGGER refuse_deleted_user BEFORE INSERT ON "waiting_list"
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();
