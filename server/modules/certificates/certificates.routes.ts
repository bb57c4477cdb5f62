import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/certificates.ts';
import type { Database } from '../../database/client.ts';
import { anyone } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { contentDisposition } from '../../http/content-disposition.ts';
import { route } from '../../http/route.ts';
import { findSettings } from '../site-settings/site-settings.repository.ts';
import { presentCertificate } from './certificates.presenter.ts';
import { findCertificate } from './certificates.repository.ts';
import { createCertificatePdf } from './certificate-pdf.ts';
import { createCertificatePicture } from './certificate-picture.ts';

/**
 * The time for which a picture may be cached, in seconds. It is short because a certificate can be withdrawn and a name
 * corrected.
 */
const PICTURE_LIFETIME = 300;

/** Registers the calls that verify a certificate by its code and draw it. Anyone who knows the code may make them. */
export const registerCertificateRoutes = (
  app: FastifyInstance,
  { db, baseUrl }: { db: Database; baseUrl: string },
): void => {
  const find = async (code: string) => {
    const row = await findCertificate(db, code);
    if (!row) throw notFound('The certificate');
    return presentCertificate(row);
  };

  route(app, calls.getCertificate, anyone, ({ params }) => find(params.code));

  route(app, calls.downloadCertificate, anyone, async ({ params, reply }) => {
    const certificate = await find(params.code);
    const { brand } = await findSettings(db);
    return reply
      .type('application/pdf')
      .headers({
        'content-disposition': contentDisposition(`certificate-${certificate.code}.pdf`),
        'x-robots-tag': 'noindex',
      })
      .send(await createCertificatePdf(certificate, brand, baseUrl));
  });

  route(app, calls.getCertificatePicture, anyone, async ({ params, reply }) => {
    const certificate = await find(params.code);
    const { brand } = await findSettings(db);
    return reply
      .type('image/png')
      .headers({
        'cache-control': `public, max-age=${PICTURE_LIFETIME}`,
        // Other sites may embed the picture.
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
      })
      .send(await createCertificatePicture(certificate, brand));
  });
};
