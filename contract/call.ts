import type { z } from 'zod';

/** The rate limits. The server decides how many requests each of them allows (`server/http/rate-limit.ts`). */
export type RateLimitName =
  | 'signIn'
  | 'authentication'
  | 'registration'
  | 'email'
  | 'contact'
  | 'password'
  | 'token'
  | 'intent'
  | 'paymentOutcome'
  | 'upload'
  | 'uploadPart'
  | 'writing'
  | 'editing'
  | 'progress'
  | 'drawing'
  | 'review';

type WritingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The rate limit of a call. It is optional for reads and required for writes. */
type Limited = { method: 'GET'; limit?: RateLimitName } | { method: WritingMethod; limit: RateLimitName };

/**
 * One call of the API, declared once for both sides. The server registers its route from it and the client builds its
 * request from it, so the two cannot drift apart.
 *
 * `authorization` says how the client sends the call: `required` uses the secured client, `optional` sends the access
 * token if there is one, `cookie` relies on the identity session, `none` sends no credentials.
 */
interface Shape<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
> {
  /** Relative to `API_BASE`, with `:name` for parameters. */
  path: string;
  summary: string;
  tag: string;
  authorization: 'none' | 'optional' | 'cookie' | 'required';
  /** The format of the response. Default: JSON. */
  format?: 'csv' | 'file';
  params?: Params;
  query?: Query;
  body?: Body;
  /** The maximum size of the body, in bytes. Default: the server's general limit. */
  bodyLimit?: number;
  response: Response;
}

export type Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = Shape<Params, Query, Body, Response> & Limited;

export const API_BASE = '/api';

/** Declares a call. It returns its argument; the function only infers the types. */
export const defineCall = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  call: Call<Params, Query, Body, Response>,
): Call<Params, Query, Body, Response> => call;
