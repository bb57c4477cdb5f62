CREATE TABLE "identity"."email_link" (
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"new_email" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_link_user_id_purpose_pk" PRIMARY KEY("user_id","purpose"),
	CONSTRAINT "email_link_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "email_link_purpose_known" CHECK ("identity"."email_link"."purpose" in ('confirm', 'agree', 'prove')),
	CONSTRAINT "email_link_has_new_email" CHECK (("identity"."email_link"."purpose" = 'confirm') = ("identity"."email_link"."new_email" is null))
);
--> statement-breakpoint
ALTER TABLE "identity"."session" ADD COLUMN "second_factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."two_factor" ADD COLUMN "last_used_step" bigint;--> statement-breakpoint
ALTER TABLE "identity"."email_link" ADD CONSTRAINT "email_link_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
DELETE FROM "identity"."account" WHERE "id" IN (
  SELECT "id" FROM (
    SELECT "id", row_number() OVER (PARTITION BY "provider_id", "account_id" ORDER BY "created_at", "id") AS nth FROM "identity"."account"
  ) AS numbered WHERE nth > 1
);--> statement-breakpoint
CREATE UNIQUE INDEX "account_of_provider" ON "identity"."account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "verification_value" ON "identity"."verification" USING hash ("value");--> statement-breakpoint
-- Devices are not trusted any more, and open links and challenges were made before these rules.
DELETE FROM "identity"."verification";--> statement-breakpoint
CREATE FUNCTION identity.end_links(ended uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM identity.verification WHERE value = ended::text;
  DELETE FROM identity.email_link WHERE user_id = ended;
$$;--> statement-breakpoint
-- The lock waits for sign-ins that are writing a session; those that come later wait for it, and then find that the
-- credential that they checked has changed.
CREATE FUNCTION identity.end_sessions(ended uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM identity."user" WHERE id = ended FOR UPDATE;
  DELETE FROM identity.session WHERE user_id = ended;
END $$;--> statement-breakpoint
CREATE FUNCTION identity.password_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM identity.end_sessions(NEW.user_id);
  PERFORM identity.end_links(NEW.user_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER password_set AFTER INSERT ON identity.account
FOR EACH ROW WHEN (NEW.password IS NOT NULL) EXECUTE FUNCTION identity.password_changed();--> statement-breakpoint
CREATE TRIGGER password_changed AFTER UPDATE OF password ON identity.account
FOR EACH ROW WHEN (OLD.password IS DISTINCT FROM NEW.password) EXECUTE FUNCTION identity.password_changed();--> statement-breakpoint
CREATE FUNCTION identity.second_factor_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM identity.end_sessions(NEW.id);
  PERFORM identity.end_links(NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER second_factor_changed AFTER UPDATE OF two_factor_enabled ON identity."user"
FOR EACH ROW WHEN (OLD.two_factor_enabled IS DISTINCT FROM NEW.two_factor_enabled)
EXECUTE FUNCTION identity.second_factor_changed();--> statement-breakpoint
CREATE FUNCTION identity.address_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM identity.end_links(OLD.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER email_changed AFTER UPDATE OF email ON identity."user"
FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION identity.address_ended();--> statement-breakpoint
CREATE TRIGGER user_deleted AFTER DELETE ON identity."user"
FOR EACH ROW EXECUTE FUNCTION identity.address_ended();--> statement-breakpoint
CREATE FUNCTION identity.became_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM identity.end_links(NEW.identity_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER became_admin AFTER UPDATE OF role ON users
FOR EACH ROW WHEN (NEW.role = 'admin' AND OLD.role IS DISTINCT FROM 'admin' AND NEW.identity_id IS NOT NULL)
EXECUTE FUNCTION identity.became_admin();
