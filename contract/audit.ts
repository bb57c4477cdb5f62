import { z } from 'zod';
import { defineCall } from './call.ts';
import { idSchema, timestampSchema } from './common.ts';
import { listQuerySchema } from './paging.ts';

/** Every action that the audit trail records. */
export const AUDIT_ACTIONS = [
  'teacher request approved',
  'teacher request rejected',
  'class submitted',
  'class approved',
  'class rejected',
  'class withdrawn',
  'class deleted',
  'class change approved',
  'class change rejected',
  'feedback hidden',
  'feedback shown',
  'question hidden',
  'question shown',
  'answer hidden',
  'answer shown',
  'announcement hidden',
  'announcement shown',
  'bio hidden',
  'bio shown',
  'reports dismissed',
  'user promoted',
  'admin revoked',
  'second factor reset',
  'user deleted',
  'payment refunded',
  'refund settled',
  'dispute decided',
  'site settings changed',
  'registration changed',
  'emails dismissed',
  'invitations sent',
  'invitation link created',
  'invitation revoked',
  'page published',
  'page withdrawn',
  'post published',
  'post withdrawn',
  'post deleted',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * An audit trail entry. `subject` is the subject's name at that time. Entries of the command line have an actor without
 * an email.
 */
export const auditEntrySchema = z
  .object({
    _id: z.int(),
    date: timestampSchema,
    actor: z.object({ name: z.string(), email: z.string() }),
    action: z.enum(AUDIT_ACTIONS),
    subject: z.string(),
    subjectId: idSchema,
    reason: z.string().optional(),
  })
  .meta({ id: 'AuditEntry' });

export const AUDIT_SORTS = ['newest', 'oldest'] as const;

export const auditQuerySchema = listQuerySchema(AUDIT_SORTS).extend({
  action: z.enum(AUDIT_ACTIONS).optional(),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;
export type AuditQuery = z.infer<typeof auditQuerySchema>;

const tag = 'Audit trail';

export const listAuditEntries = defineCall({
  method: 'GET',
  path: '/audit',
  summary: 'Audit trail entries; newest first by default',
  tag,
  authorization: 'required',
  query: auditQuerySchema,
  response: z.array(auditEntrySchema),
});

export const exportAuditEntries = defineCall({
  method: 'GET',
  path: '/exports/audit.csv',
  summary: 'The whole audit trail as CSV, newest first',
  tag,
  authorization: 'required',
  format: 'csv',
  response: z.string(),
});
