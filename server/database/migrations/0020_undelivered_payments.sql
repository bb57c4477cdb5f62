ALTER TABLE "payments" ADD COLUMN "undelivered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now only a refund that the server asked for by itself told of them.
UPDATE payments p SET undelivered = true
 WHERE EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.origin = 'automatic');
