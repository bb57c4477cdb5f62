import type { z } from 'zod';
import type { RateLimitName } from './constants.ts';

type WritingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How often a call may be made. One that writes is limited, or says why it is not. */
type Limited = { method: 'GET'; limit?: RateLimitName } | { method: WritingMethod; limit: RateLimitName };

/**
 * One call of the API, as both sides know it. The server registers a route from it and the client sends a
 * request by it, so that neither can drift from the other.
 *
 * `authorization` says how the client sends it: `required` goes through the secured client,
 * `optional` shows the access token if there is one, `cookie` rests on the identity session, `none` is plain.
 */
interface Shape<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
> {
  /** Under the base `/api`, with `:name` for parameters. */
  path: string;
  summary: string;
  tag: string;
  authorization: 'none' | 'optional' | 'cookie' | 'required';
  /** What the answer is written in: JSON, unless said otherwise. */
  format?: 'csv';
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
}

export type Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = Shape<Params, Query, Body, Response> & Limited;

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
