import type { z } from 'zod';
import { API_BASE, type Call } from '#contract/call.ts';
import { fillPath } from '#contract/fill-path.ts';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import {
  currentAccessToken,
  currentCaller,
  freshAccessToken,
  hasExpired,
  replaceRefusedToken,
  sessionSignal,
} from '#web/calls/session/access-token.ts';
import { reportRefusal } from '#web/calls/session/refusals.ts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

interface Given<Params, Query, Body> {
  params?: Input<Params>;
  query?: Input<Query>;
  body?: Input<Body>;
}

interface CallResponse<Response extends z.ZodType> {
  data: z.output<Response>;
  headers: Headers;
}

/** Options of a call. */
interface RequestOptions {
  /** The user did not trigger the call, so a refusal does not sign them out. Their next call does. */
  isInBackground?: boolean;
  /** The request is sent even if the tab is closed. The body is limited to 64 KB. */
  outlivesTab?: boolean;
}

const addressOf = (path: string, params: object = {}, query: object = {}): string => {
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
  return `${API_BASE}${fillPath(path, params)}${search.size > 0 ? `?${search}` : ''}`;
};

/**
 * The token of a call. Calls with optional authorization renew it as well: the server would answer an expired token as
 * a visitor, without what belongs to the caller. If the session has ended, the caller is a visitor. If no new token can be
 * obtained at the moment, one that may still be valid is used.
 * @throws ApiError if the call needs a token that cannot be obtained
 */
const findToken = async (kind: Call['authorization']): Promise<string | null> => {
  if (kind !== 'required' && kind !== 'optional') return null;
  try {
    return await freshAccessToken();
  } catch (error) {
    if (kind !== 'optional' || !(error instanceof ApiError)) throw error;
    if (error.refusesCaller) return null;
    if (hasExpired()) throw error;
    return currentAccessToken();
  }
};

/** @throws ApiError for every unsuccessful response and for a missing one */
const exchange = async <Read>(
  call: Call,
  { params, query, body }: Given<z.ZodType, z.ZodType, z.ZodType>,
  read: (response: Response) => Promise<Read>,
  { isInBackground = false, outlivesTab = false }: RequestOptions = {},
): Promise<Read> => {
  const isSecured = call.authorization === 'required';
  const exchangeWith = (token: string | null): Promise<Read> => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const init = {
      method: call.method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      keepalive: outlivesTab,
      signal: isSecured && call.method === 'GET' ? sessionSignal() : undefined,
    };
    return send(addressOf(call.path, params as object, query as object), init, read);
  };
  const caller = currentCaller();
  // The user may have logged out meanwhile, and another one logged in.
  const isCallersTurn = () => currentCaller() === caller;
  try {
    const token = await findToken(call.authorization);
    // A read that is repeated after a logout has no token.
    if (isSecured && (token === null || (caller && !isCallersTurn())))
      throw new ApiError(401, { code: 'unauthenticated', message: 'Please log in' });
    try {
      return await exchangeWith(token);
    } catch (error) {
      const isOutdated = isSecured && error instanceof ApiError && error.status === 401;
      if (!isOutdated || !(await replaceRefusedToken(token)) || !isCallersTurn()) throw error;
      return await exchangeWith(currentAccessToken());
    }
  } catch (error) {
    const isRefused = isSecured && error instanceof ApiError && error.refusesCaller;
    // Nobody needs to be signed out if the session has ended in the meantime.
    if (isRefused && !isInBackground && caller && isCallersTurn()) reportRefusal(error);
    throw error;
  }
};

/**
 * Makes a call of the contract, plain or secured as the call declares.
 * @throws ApiError for every unsuccessful response and for a missing one
 */
export const request = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  call: Call<Params, Query, Body, Response>,
  given: Given<Params, Query, Body> = {},
  options: RequestOptions = {},
): Promise<CallResponse<Response>> =>
  exchange(
    call,
    given,
    async (response) => ({
      data: (await response.json()) as z.output<Response>,
      headers: response.headers,
    }),
    options,
  );

/** A page of a list. `total` counts the whole list. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** Makes a call that returns a page of a list. @throws ApiError as `request` does */
export const requestPage = async <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Row extends z.ZodType,
>(
  call: Call<Params, Query, Body, z.ZodArray<Row>>,
  given: Given<Params, Query, Body>,
): Promise<Page<z.output<Row>>> => {
  const { data, headers } = await request(call, given);
  return { rows: data, total: Number(headers.get(TOTAL_COUNT_HEADER)) };
};

/** Makes a call that returns a file. @throws ApiError as `request` does */
export const requestFile = (
  call: Call,
  params?: Record<string, string>,
  query?: Record<string, string>,
): Promise<Blob> => exchange(call, { params, query }, (response) => response.blob());
