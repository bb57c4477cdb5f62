-- Emails about an account, such as that its password was changed, were kept without their user, and stayed when the account
-- was deleted. So did those of invitations.
UPDATE "notifications" n SET "user_id" = u.id FROM "users" u
 WHERE n.kind = 'notice' AND n.user_id IS NULL AND u.deleted_at IS NULL AND u.email = n.address;--> statement-breakpoint
DELETE FROM "notifications" WHERE kind = 'notice' AND user_id IS NULL AND email NOT IN ('waiting', 'queued');--> statement-breakpoint
DELETE FROM "notifications" n WHERE n.kind = 'invitation'
   AND NOT EXISTS (SELECT FROM "invitations" i WHERE i.id::text = n.subject);
