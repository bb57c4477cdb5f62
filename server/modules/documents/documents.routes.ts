import type { FastifyInstance } from 'fastify';
import * as billing from '#contract/billing-details.ts';
import { getDocument } from '#contract/documents.ts';
import type { Database } from '../../database/client.ts';
import { signedIn } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { findBillingDetails, setBillingDetails } from './billing-details.ts';
import { findDocument } from './documents.repository.ts';
import { drawDocument } from './draw-document.ts';

/** Registers the calls about accounting documents and what is on them. */
export const registerDocumentRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, getDocument, signedIn, async ({ caller, params, reply }) => {
    const document = await findDocument(db, params.id);
    if (!document) throw notFound('The document');
    if (caller.role !== 'admin' && document.payerId !== caller.id)
      throw new ApiError('forbidden', 'This document is another person’s');
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${document.number}.pdf"`)
      .send(await drawDocument(document));
  });

  route(app, billing.getBillingDetails, signedIn, async ({ caller }) => findBillingDetails(db, caller.id));

  route(app, billing.setBillingDetails, signedIn, async ({ caller, body }) => {
    await setBillingDetails(db, caller.id, body);
    return { modifiedCount: 1 };
  });
};
