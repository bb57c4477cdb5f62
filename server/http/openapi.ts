import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { API_BASE } from '#contract/call.ts';
import { declareAccess } from './route.ts';

interface Options {
  version: string;
  /** The name of the cookie that has the session. */
  sessionCookie: string;
}

/** Collects the OpenAPI document from the routes that are registered after this. */
export const registerOpenApi = async (
  app: FastifyInstance,
  { version, sessionCookie }: Options,
): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'ClassHarbor API', version, description: 'Classes, enrollments, payments and users.' },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'From POST /api/jwt',
          },
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
};

/**
 * The policy of the documentation page. Unlike other responses of the API, it may run its own scripts, and its library
 * sets inline styles.
 */
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the document at /api/openapi.json and a page to browse it at /api/docs. */
export const registerApiDocs = async (app: FastifyInstance): Promise<void> => {
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true }, config: { access: 'anyone' } }, async () =>
    app.swagger(),
  );
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');
    await scope.register(swaggerUi, {
      routePrefix: `${API_BASE}/docs`,
      // If all calls are expanded, the library only renders the first ones.
      uiConfig: { docExpansion: 'none' },
      staticCSP: DOCS_POLICY,
    });
  });
};
