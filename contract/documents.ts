import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParamsSchema, idSchema, timestampSchema } from './common.ts';

/** A cancellation takes back a credit note whose refund failed after it had succeeded. */
export const DOCUMENT_KINDS = ['receipt', 'credit note', 'cancellation'] as const;

const partySchema = z.object({ name: z.string(), address: z.string(), taxNumber: z.string() });

/** An accounting document of a payment. `amount` is in major units and includes `tax`; `taxRate` is a percentage. */
export const documentEntrySchema = z
  .object({
    _id: idSchema,
    kind: z.enum(DOCUMENT_KINDS),
    number: z.string(),
    date: timestampSchema,
    amount: z.number(),
    tax: z.number(),
    taxRate: z.number(),
    seller: partySchema,
    buyer: partySchema,
  })
  .meta({ id: 'DocumentEntry' });

export type DocumentEntry = z.infer<typeof documentEntrySchema>;

export const getDocument = defineCall({
  method: 'GET',
  path: '/documents/:id',
  summary: 'A receipt or credit note as a PDF file, for the payer and admins',
  tag: 'Payments',
  authorization: 'required',
  limit: 'progress',
  format: 'file',
  params: idParamsSchema,
  response: z.any(),
});
