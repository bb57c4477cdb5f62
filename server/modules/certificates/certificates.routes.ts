import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/certificates.ts';
import type { Database } from '../../database/client.ts';
import { anyone } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { presentCertificate } from './certificates.presenter.ts';
import { findCertificate } from './certificates.repository.ts';

export const registerCertificateRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.getCertificate, anyone, async ({ params }) => {
    const row = await findCertificate(db, params.code);
    if (!row) throw notFound('The certificate');
    return presentCertificate(row);
  });
};
