import type { ErrorResponse } from '#contract/errors.ts';
import { ApiError } from './api-error.ts';
import { transport } from './transport.ts';

const readError = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => undefined)) as ErrorResponse | undefined;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return new ApiError(response.status, {
    ...(body?.error ?? { code: 'internal', message: 'The server could not answer.' }),
    retryAfter,
  });
};

/**
 * Sends a request of the API.
 * @param read takes what it needs from a successful answer
 * @throws ApiError for every answer that is not a success, and for none at all
 */
export const send = async <Answer>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> => {
  try {
    const response = await transport.send(url, init);
    if (response.ok) return await read(response);
    throw await readError(response);
  } catch (error) {
    throw ApiError.noAnswer(error);
  }
};
