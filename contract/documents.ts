import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParamsSchema, idSchema, timestampSchema } from './common.ts';

/** A cancellation reverses a credit note whose refund failed after it had succeeded. */
export const DOCUMENT_KINDS = ['receipt', 'credit note', 'cancellation'] as const;

const partySchema = z.object({ name: z.string(), address: z.string(), taxNumber: z.string() });

/**
 * An accounting document of a payment. `amount` is in major units and includes `tax`; `taxRate` is a percentage. `title`
 * is the title of the class when the document was issued.
 */
export const documentEntrySchema = z
  .object({
    _id: idSchema,
    kind: z.enum(DOCUMENT_KINDS),
    number: z.string(),
    date: timestampSchema,
    amount: z.number(),
    tax: z.number(),
    taxRate: z.number(),
    title: z.string(),
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

/** A month in UTC, such as `2026-11`. */
const monthSchema = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month is a year and a number, such as 2026-11');

export const exportDocuments = defineCall({
  method: 'GET',
  path: '/exports/documents.csv',
  summary: 'The receipts and credit notes of a month (UTC) as CSV, oldest first, in the mode of the keys',
  tag: 'Payments',
  authorization: 'required',
  format: 'csv',
  query: z.object({ month: monthSchema }),
  response: z.string(),
});
