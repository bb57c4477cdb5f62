-- Responses show how many seats of a class are left, and an open intent holds one. A transaction that opens an intent has
-- locked the class, so its limit does not change meanwhile. One that ends an intent may not have, so it always announces.
CREATE FUNCTION announce_held_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM classes WHERE id = NEW.class_id AND seats IS NOT NULL) THEN
    PERFORM announce_classes(ARRAY[NEW.class_id], '{}');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_held_seat AFTER INSERT ON "payment_intents" FOR EACH ROW
  WHEN (NEW.state = 'open') EXECUTE FUNCTION announce_held_seat();--> statement-breakpoint
CREATE TRIGGER announce_released_seat AFTER UPDATE OF "state" ON "payment_intents" FOR EACH ROW
  WHEN (OLD.state = 'open' AND NEW.state <> 'open') EXECUTE FUNCTION announce_held_seat();
