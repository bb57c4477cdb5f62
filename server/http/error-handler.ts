import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import { isConnectionFailure, isWithoutFreeConnection } from '../database/connection-failure.ts';
import { SQL_STATES, sqlStateOf } from '../database/sql-state.ts';
import {
  ApiError,
  BusyError,
  DatabaseUnavailableError,
  explainFullStorage,
  overloaded,
} from './api-error.ts';
import { registerRefusalCounter } from './refusals.ts';

/** The errors of Fastify by their stable codes (https://fastify.dev/docs/latest/Reference/Errors/). */
const FASTIFY_CODES: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_input', 'The body is not valid JSON'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_input', 'The body is empty'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_input', 'The body does not match its Content-Length'],
  FST_ERR_BAD_URL: ['invalid_input', 'The URL is not valid'],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid_input', 'A part of the URL is too long'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json'],
};

const validationFields = (error: FastifyError): Record<string, string> | undefined => {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  return Object.fromEntries(
    error.validation.map(({ instancePath, message }) => [
      instancePath.slice(1).replaceAll('/', '.') || (error.validationContext ?? 'body'),
      message ?? 'is not valid',
    ]),
  );
};

const toApiError = (error: FastifyError | ApiError): ApiError | undefined => {
  if (error instanceof ApiError) return error;
  const state = sqlStateOf(error);
  if (state === SQL_STATES.deletedUser) return new ApiError('unauthenticated', 'Please log in');
  // The subject of a new row was deleted after the call had found it.
  if (state === SQL_STATES.foreignKeyViolation)
    return new ApiError('not_found', 'This has just been deleted');
  if (isWithoutFreeConnection(error)) return overloaded();
  if (isConnectionFailure(error)) return new DatabaseUnavailableError(error);
  const fields = validationFields(error);
  if (fields) {
    const [name, message] = Object.entries(fields)[0] ?? [];
    return new ApiError('invalid_input', `${name}: ${message}`, { fields });
  }
  const known = FASTIFY_CODES[error.code];
  if (known) return new ApiError(...known);
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    const code = (Object.keys(ERROR_STATUS) as ErrorCode[]).find(
      (name) => ERROR_STATUS[name] === error.statusCode,
    );
    return new ApiError(code ?? 'invalid_input', error.message);
  }
  return explainFullStorage(error);
};

/**
 * Sends an error. It is also used for requests that fail before any route or any hook that adds headers
 * (`frameworkErrors`).
 */
export const handleError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  if (!reply.hasHeader('x-request-id'))
    reply.headers({ ...request.server.securityHeaders, 'x-request-id': request.id });
  const known = toApiError(error);
  // A deletion that violates it is a mistake of ours, and only its log line tells the two apart.
  if (sqlStateOf(error) === SQL_STATES.foreignKeyViolation)
    request.log.warn({ err: error }, 'A foreign key was violated');
  if (known && known.status < 500) return reply.code(known.status).send(known.body);
  if (known instanceof BusyError) {
    request.server.refusals.count(known);
    return reply.code(known.status).header('retry-after', known.retryAfter).send(known.body);
  }
  request.log.error({ err: isResponseSerializationError(error) ? error.cause : error }, 'Request failed');
  const sent = known ?? new ApiError('internal', 'Something went wrong on our side. Please try again.');
  return reply.code(sent.status).send(sent.body);
};

/**
 * Sends every error in the format of the contract. Errors that a user cannot act on are logged, and their details are
 * not sent.
 */
export const registerErrorHandler = (app: FastifyInstance): void => {
  registerRefusalCounter(app);
  app.setErrorHandler(handleError);
};

/** Sends the error `not_found` for an address that no route serves. */
export const respondNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(404)
    .send(new ApiError('not_found', `There is no route ${request.method} ${request.url.split('?')[0]}`).body);
