import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import * as billing from '#contract/billing-details.ts';
import { exportDocuments, getDocument } from '#contract/documents.ts';
import type { Database } from '../../database/client.ts';
import { admin, signedIn } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { contentDisposition } from '../../http/content-disposition.ts';
import { sendCsv } from '../../http/csv.ts';
import { route } from '../../http/route.ts';
import { isLive } from '../../stripe/client.ts';
import { findBillingDetails, setBillingDetails } from './billing-details.ts';
import { findDocument } from './documents.repository.ts';
import { createDocumentPdf } from './document-pdf.ts';
import { DOCUMENT_CSV_COLUMNS, listDocumentsOfMonth, toCsvRow } from './export-documents.ts';

/** Registers the calls about accounting documents and what is on them. */
export const registerDocumentRoutes = (
  app: FastifyInstance,
  { db, stripe }: { db: Database; stripe: Stripe },
): void => {
  route(app, getDocument, signedIn, async ({ caller, params, reply }) => {
    const document = await findDocument(db, params.id);
    if (!document) throw notFound('The document');
    if (caller.role !== 'admin' && document.payerId !== caller.id)
      throw new ApiError('forbidden', 'This document belongs to another user');
    return reply
      .type('application/pdf')
      .header('content-disposition', contentDisposition(`${document.number}.pdf`))
      .send(await createDocumentPdf(document));
  });

  route(app, exportDocuments, admin, async ({ query, reply }) =>
    sendCsv(
      reply,
      `receipts-${query.month}.csv`,
      listDocumentsOfMonth(db, query.month, isLive(stripe)),
      DOCUMENT_CSV_COLUMNS,
      toCsvRow,
    ),
  );

  route(app, billing.getBillingDetails, signedIn, async ({ caller }) => findBillingDetails(db, caller.id));

  route(app, billing.setBillingDetails, signedIn, async ({ caller, body }) => {
    await setBillingDetails(db, caller.id, body);
    return { modifiedCount: 1 };
  });
};
