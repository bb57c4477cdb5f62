import { z } from 'zod';
import { idSchema, timestampSchema } from './common.ts';

/** A cancellation takes back a credit note whose refund failed after it had succeeded. */
export const DOCUMENT_KINDS = ['receipt', 'credit note', 'cancellation'] as const;

/** An accounting document of a payment. `amount` is in major units, tax included. */
export const documentEntrySchema = z
  .object({
    _id: idSchema,
    kind: z.enum(DOCUMENT_KINDS),
    number: z.string(),
    date: timestampSchema,
    amount: z.number(),
  })
  .meta({ id: 'DocumentEntry' });

export type DocumentEntry = z.infer<typeof documentEntrySchema>;
