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
import { request } from './client/api-client.ts';
import { ApiError } from './client/api-error.ts';
import { callPersistently, RETRY_DELAYS } from './persistent-call.ts';
import { createPauses } from './upload-pauses.ts';
import { freshAccessToken } from './session/access-token.ts';

/** Bytes per request. If a request is cut off, the server keeps what has arrived. */
export const PART_SIZE = 2 * 1024 * 1024;
/** How long the server may take to store a file that has arrived, in milliseconds. */
const STORING_TIME = 30 * 60_000;
/** Milliseconds between requests that check whether the file is stored. */
const STORING_DELAY = 5_000;
/** Refusals that a later attempt of the same part can overcome: timeout, wrong offset, locked, rate limit. */
const TEMPORARY = [408, 409, 423, 429];

export interface UploadOptions {
  /** Called with the part that was sent, from 0 to 1. */
  onProgress: (sent: number) => void;
  /** Called if the upload has to wait, for instance for a connection. It resumes by itself. */
  onInterrupted?: () => void;
  /** Called if the whole file has arrived and takes long to store. */
  onStoring?: () => void;
  /** Cancels the upload; the server removes what it has. */
  signal: AbortSignal;
}

/** How far an upload has come. */
export interface BegunUpload {
  /** Absent until the server knows the upload. */
  id?: string;
  /** Whether the server has the whole file. */
  hasArrived?: boolean;
}

/** Converts the failure of a part into an error whose message is written for the user. */
const readFailure = (failure: Error): ApiError => {
  const response = (failure as { originalResponse?: { getStatus(): number; getBody(): string } | null })
    .originalResponse;
  if (!response || response.getStatus() === 0) return ApiError.noResponse(failure);
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
const sendFile = async (
  id: string,
  file: Blob,
  { onProgress, onInterrupted, signal }: UploadOptions,
): Promise<void> => {
  const { Upload } = await import('tus-js-client');
  if (signal.aborted) {
    // It would count towards the user's limits otherwise.
    discard(id).catch(() => undefined);
    throw signal.reason;
  }
  const done = new AbortController();
  const pauses = createPauses(signal, onInterrupted);
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: addressOf(id),
      chunkSize: PART_SIZE,
      // The sequence restarts after an attempt that made progress.
      retryDelays: RETRY_DELAYS,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (sent) => {
        await pauses.pass();
        // The request that removes a canceled upload is still sent.
        if (sent.getMethod() !== 'DELETE') signal.throwIfAborted();
        await authorize(sent);
      },
      onShouldRetry: ({ originalResponse: response }) => {
        const status = response?.getStatus() ?? 0;
        if (status === 429) pauses.demand(Number(response?.getHeader('Retry-After')) || 0);
        const isInterrupted = status === 0 || (status >= 500 && status !== 507);
        if (isInterrupted) onInterrupted?.();
        return isInterrupted || TEMPORARY.includes(status);
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

/** Whether no response arrived in time. A large file takes longer to store than a request may last. */
const isWithoutResponse = ({ code, status }: ApiError): boolean => code === 'timeout' || status === 504;

/**
 * Creates the result of an upload. The call is idempotent and repeats share one run, so it is repeated until the server
 * responds.
 */
const finish = <Made>(
  ask: () => Promise<{ data: Made }>,
  { signal, onInterrupted, onStoring }: UploadOptions,
): Promise<Made> => {
  const end = Date.now() + STORING_TIME;
  const delayAfter = (error: ApiError): number | undefined => {
    if (!isWithoutResponse(error) || Date.now() >= end) return undefined;
    onStoring?.();
    return STORING_DELAY;
  };
  return callPersistently(ask, { signal, onInterrupted, delayAfter });
};

/** Creates an upload, unless it was created before, and sends the rest of the file. @returns the upload's id */
const send = async (
  purpose: UploadPurpose,
  file: Blob,
  options: UploadOptions,
  begun: BegunUpload = {},
): Promise<string> => {
  // An upload that was created although no response arrived makes room for others later.
  begun.id ??= (
    await callPersistently(() => request(createUpload, { body: { purpose, size: file.size } }), options)
  )._id;
  if (!begun.hasArrived) await sendFile(begun.id, file, options);
  begun.hasArrived = true;
  return begun.id;
};

/** Whether an upload that was begun earlier is of no use any more. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && [404, 409, 410].includes(error.status);

/** Whether the same upload may succeed when it is repeated. A file that was refused, or has no room, fails again. */
export const canRepeatUpload = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.isTemporary) return true;
  return error.code !== 'quota_reached' && (TEMPORARY.includes(error.status) || isGone(error));
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
  const id = await send('picture', file, options);
  const made = await finish(() => request(createPicture, { params: { id }, body: { crop } }), options);
  return made.image;
};

/**
 * Uploads a private file of the user.
 * @param begun notes what has been sent. A repeat continues with that.
 * @throws ApiError, or the signal's reason if the upload was canceled
 */
export const uploadFile = async (
  file: File,
  purpose: FilePurpose,
  options: UploadOptions,
  begun: BegunUpload,
): Promise<StoredFile> => {
  const attempt = async () => {
    const id = await send(purpose, file, options, begun);
    return finish(() => request(createFile, { params: { id }, body: { name: file.name } }), options);
  };
  const isRepeat = begun.id !== undefined;
  try {
    return await attempt();
  } catch (error) {
    if (!isRepeat || !isGone(error)) throw error;
    Object.assign(begun, { id: undefined, hasArrived: false });
    return attempt();
  }
};
