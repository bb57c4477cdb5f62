-- Accounts that were deleted by a version that kept their names are erased as a deletion does now: name and address
-- stay only where the books need them, because the user has paid for a class or sold one. The audit trail names none.
UPDATE users u SET photo = '',
  name = CASE WHEN needed THEN name ELSE 'Deleted user' END,
  email = CASE WHEN needed THEN email ELSE '' END
  FROM (
    SELECT d.id, EXISTS (SELECT FROM payments p WHERE p.user_id = d.id)
        OR EXISTS (SELECT FROM payments p JOIN classes c ON c.id = p.class_id WHERE c.teacher_id = d.id) AS needed
      FROM users d WHERE d.deleted_at IS NOT NULL
  ) AS deleted
 WHERE u.id = deleted.id;--> statement-breakpoint
UPDATE audit_trail a SET subject_name = 'Deleted user'
  FROM users u
 WHERE a.subject_type = 'user' AND a.subject_id = u.id::text AND u.deleted_at IS NOT NULL;--> statement-breakpoint
-- Only the deletion of a user deletes teacher requests and feedback.
UPDATE audit_trail a SET subject_name = 'Deleted user'
 WHERE (a.subject_type = 'teacher request' AND NOT EXISTS (SELECT FROM teacher_requests r WHERE r.id::text = a.subject_id))
    OR (a.subject_type = 'feedback' AND NOT EXISTS (SELECT FROM feedback f WHERE f.id::text = a.subject_id));
