import type { z } from 'zod';
import { API_BASE, type Call } from '#contract/call.ts';
import { TOTAL_COUNT_HEADER } from '#contract/paging.ts';
import { currentAccessToken, freshAccessToken } from './access-token.ts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

interface Given<Params, Query, Body> {
  params?: Input<Params>;
  query?: Input<Query>;
  body?: Input<Body>;
}

interface Answer<Response extends z.ZodType> {
  data: z.output<Response>;
  headers: Headers;
}

type RefusalListener = (error: ApiError) => void;
let onRefusal: RefusalListener = () => undefined;

/** Registers what happens on a 401 or 403 of the secured client: the session signs out. The error is still thrown. */
export const listenForRefusals = (listener: RefusalListener): void => {
  onRefusal = listener;
};

const addressOf = (path: string, params: object = {}, query: object = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
  return `${API_BASE}${filled}${search.size > 0 ? `?${search}` : ''}`;
};

const authorization = async (kind: Call['authorization']): Promise<Record<string, string>> => {
  const token =
    kind === 'required' ? await freshAccessToken() : kind === 'optional' ? currentAccessToken() : null;
  return token ? { authorization: `Bearer ${token}` } : {};
};

/** @throws ApiError for every unsuccessful response and for a missing one */
const exchange = async <Read>(
  call: Call,
  { params, query, body }: Given<z.ZodType, z.ZodType, z.ZodType>,
  read: (response: Response) => Promise<Read>,
): Promise<Read> => {
  try {
    const headers = {
      ...(await authorization(call.authorization)),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const init = {
      method: call.method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    return await send(addressOf(call.path, params as object, query as object), init, read);
  } catch (error) {
    if (call.authorization === 'required' && error instanceof ApiError && error.refusesCaller)
      onRefusal(error);
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
): Promise<Answer<Response>> =>
  exchange(call, given, async (response) => ({
    data: (await response.json()) as z.output<Response>,
    headers: response.headers,
  }));

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
export const requestFile = (call: Call): Promise<Blob> => exchange(call, {}, (response) => response.blob());
