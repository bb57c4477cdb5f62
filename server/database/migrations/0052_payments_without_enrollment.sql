ALTER TABLE "payments" ADD COLUMN "unenrolled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE FUNCTION payment_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payments SET unenrolled = true
   WHERE id = NEW.id AND NOT EXISTS (SELECT FROM enrollments WHERE payment_id = NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION payment_enrollment_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE payments SET unenrolled = false WHERE id = NEW.payment_id AND unenrolled;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE payments SET unenrolled = true
     WHERE id = OLD.payment_id AND NOT EXISTS (SELECT FROM enrollments WHERE payment_id = OLD.payment_id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Deferred, because the enrollment follows its payment in the same transaction.
CREATE CONSTRAINT TRIGGER payment_recorded AFTER INSERT ON "payments"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_recorded();--> statement-breakpoint
CREATE TRIGGER payment_enrollment_changed AFTER INSERT OR DELETE OR UPDATE OF "payment_id" ON "enrollments"
  FOR EACH ROW EXECUTE FUNCTION payment_enrollment_changed();--> statement-breakpoint
UPDATE payments SET unenrolled = true
 WHERE NOT EXISTS (SELECT FROM enrollments WHERE payment_id = payments.id);--> statement-breakpoint
CREATE INDEX "payments_with_failed_refund" ON "payments" USING btree ("refund_failed_at") WHERE "payments"."refund_failed_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("paid_at") WHERE "payments"."unenrolled" and "payments"."refunded_amount" + "payments"."refunding_amount" + "payments"."refunded_elsewhere" < "payments"."amount";
