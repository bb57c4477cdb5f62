import type { HttpRequest } from 'tus-js-client';
import { API_BASE } from '#contract/call.ts';
import type { ErrorResponse } from '#contract/errors.ts';
import {
  createFile,
  createPicture,
  createUpload,
  type Crop,
  type FilePurpose,
  type StoredFile,
  UPLOADS_PATH,
  type UploadPurpose,
} from '#contract/files.ts';
import { freshAccessToken } from './access-token.ts';
import { request } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { RETRIES, retryDelay } from './retry-delay.ts';

/** Bytes per request. If a request is cut off, the server keeps what has arrived. */
export const PART_SIZE = 2 * 1024 * 1024;
/**
 * Milliseconds between attempts while the connection is lost. The sequence restarts after an attempt that made
 * progress.
 */
const RETRY_DELAYS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000];
/** Refusals that a later attempt of the same part can overcome: timeout, wrong offset, locked, rate limit. */
const TEMPORARY = [408, 409, 423, 429];

export interface UploadOptions {
  /** Called with the part that was sent, from 0 to 1. */
  onProgress: (sent: number) => void;
  /** Cancels the upload; the server removes what it has. */
  signal: AbortSignal;
}

/** Converts the failure of a part into an error whose message is written for the user. */
const readFailure = (failure: Error): ApiError => {
  const response = (failure as { originalResponse?: { getStatus(): number; getBody(): string } | null })
    .originalResponse;
  if (!response || response.getStatus() === 0) return ApiError.noAnswer(failure);
  try {
    return new ApiError(response.getStatus(), (JSON.parse(response.getBody()) as ErrorResponse).error);
  } catch {
    return new ApiError(response.getStatus(), { code: 'internal', message: 'The upload failed.' });
  }
};

const addressOf = (id: string): string => `${API_BASE}${UPLOADS_PATH}/${id}`;

const authorize = async (sent: HttpRequest) =>
  sent.setHeader('authorization', `Bearer ${await freshAccessToken()}`);

/** Removes a canceled upload from the server. @throws Error */
const discard = async (id: string): Promise<void> => {
  const { Upload } = await import('tus-js-client');
  await Upload.terminate(addressOf(id), { onBeforeRequest: authorize, retryDelays: RETRY_DELAYS });
};

/** Sends a file over the tus protocol and resumes after a lost connection. @throws ApiError, or the signal's reason */
const sendFile = async (id: string, file: Blob, { onProgress, signal }: UploadOptions): Promise<void> => {
  const { Upload } = await import('tus-js-client');
  if (signal.aborted) {
    // It would count towards the user's limits otherwise.
    discard(id).catch(() => undefined);
    throw signal.reason;
  }
  const done = new AbortController();
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: addressOf(id),
      chunkSize: PART_SIZE,
      retryDelays: RETRY_DELAYS,
      storeFingerprintForResuming: false,
      onBeforeRequest: authorize,
      onShouldRetry: (failure) => {
        const status = failure.originalResponse?.getStatus() ?? 0;
        return status === 0 || (status >= 500 && status !== 507) || TEMPORARY.includes(status);
      },
      onProgress: (sent, total) => onProgress(sent / (total || 1)),
      onSuccess: () => resolve(),
      onError: (failure) => reject(readFailure(failure)),
    });
    const cancel = () => {
      reject(signal.reason as Error);
      // The server removes what is left within a day.
      upload.abort(true).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel, { signal: done.signal });
    upload.start();
  }).finally(() => done.abort());
};

/** Creates the result of an upload and retries until the server responds. The call is idempotent. */
const finish = async <Made>(ask: () => Promise<{ data: Made }>, signal: AbortSignal): Promise<Made> => {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return (await ask()).data;
    } catch (error) {
      if (failures >= RETRIES || !(error instanceof ApiError) || !error.isTemporary) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)));
    }
  }
};

/** Creates an upload and sends the file. @returns the reference to the upload */
const send = async (purpose: UploadPurpose, file: Blob, options: UploadOptions): Promise<{ id: string }> => {
  const { data } = await request(createUpload, { body: { purpose, size: file.size } });
  await sendFile(data._id, file, options);
  return { id: data._id };
};

/**
 * Uploads a picture of the user.
 * @param crop the part to keep, in fractions of the upright picture
 * @returns the address of the stored picture
 * @throws ApiError, or the signal's reason if the upload was canceled
 */
export const uploadPicture = async (
  file: Blob,
  crop: Crop | undefined,
  options: UploadOptions,
): Promise<string> => {
  const params = await send('picture', file, options);
  const made = await finish(() => request(createPicture, { params, body: { crop } }), options.signal);
  return made.image;
};

/** Uploads a private file of the user. @throws ApiError, or the signal's reason if the upload was canceled */
export const uploadFile = async (
  file: File,
  purpose: FilePurpose,
  options: UploadOptions,
): Promise<StoredFile> => {
  const params = await send(purpose, file, options);
  return finish(() => request(createFile, { params, body: { name: file.name } }), options.signal);
};
