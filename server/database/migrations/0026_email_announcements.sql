-- An email that is for no user is announced to the servers alone: no browser has anything to load for it.
CREATE OR REPLACE FUNCTION announce_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM added WHERE user_id IS NOT NULL) > 50 THEN
    PERFORM pg_notify('catalogue', 'notifications');
  ELSE
    PERFORM pg_notify('catalogue', topic)
      FROM (SELECT DISTINCT coalesce('notifications ' || user_id, 'notifications by email') AS topic
              FROM added) AS topics;
  END IF;
  RETURN NULL;
END $$;
