import type { FastifyInstance } from 'fastify';
import * as billing from '#contract/billing-details.ts';
import type { Database } from '../../database/client.ts';
import { signedIn } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { findBillingDetails, setBillingDetails } from './billing-details.ts';

/** Registers the calls about accounting documents and what is on them. */
export const registerDocumentRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, billing.getBillingDetails, signedIn, async ({ caller }) => findBillingDetails(db, caller.id));

  route(app, billing.setBillingDetails, signedIn, async ({ caller, body }) => {
    await setBillingDetails(db, caller.id, body);
    return { modifiedCount: 1 };
  });
};
