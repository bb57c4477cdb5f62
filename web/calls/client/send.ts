import type { ErrorResponse } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';
import { transport } from './transport.ts';

const readError = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => undefined)) as ErrorResponse | undefined;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return new ApiError(response.status, {
    ...(body?.error ?? { code: 'internal', message: 'The server could not process the request.' }),
    retryAfter,
  });
};

/**
 * Sends a request to the API.
 * @param read extracts the result from a successful response
 * @throws ApiError for every unsuccessful response and for a missing one
 */
export const send = async <Result>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<Result>,
): Promise<Result> => {
  try {
    const response = await transport.send(url, init);
    if (response.ok) return await read(response);
    throw await readError(response);
  } catch (error) {
    throw ApiError.noResponse(error);
  }
};
