import type { z } from 'zod';
import type { RateLimitName } from './constants.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call of the API, as both sides know it. The server registers a route from it and the client sends a
 * request by it, so that neither can drift from the other.
 *
 * `authorization` says which client sends it (spec section 7): `required` goes through the secured client,
 * `optional` shows the access token if there is one, `cookie` rests on the identity session, `none` is plain.
 */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Under the base `/api`, with `:name` for parameters. */
  path: string;
  summary: string;
  tag: string;
  authorization: 'none' | 'optional' | 'cookie' | 'required';
  /** What the answer is written in: JSON, unless said otherwise. */
  format?: 'csv';
  /** How often it may be made. */
  limit?: RateLimitName;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
}

export const API_BASE = '/api';

/** Declares a call; it only gives the parts their types. */
export const defineCall = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  call: Call<Params, Query, Body, Response>,
): Call<Params, Query, Body, Response> => call;
