import { vi } from 'vitest';
import { ApiError } from '#web/calls/client/api-error.ts';
import { Autosave } from '#web/forms/autosave.ts';
import { stubLocalStorage } from './local-storage.ts';

export const AUTHOR = 'author@example.test';

interface PendingResponse {
  content: string;
  accept: () => void;
  refuse: () => void;
  lose: () => void;
  /** The server stores the content, but its response is lost. */
  loseResponse: () => void;
  fail: (status: number) => void;
  refuseCaller: (status: number) => void;
  conflict: () => void;
  /** The browser fails before or after the request, for example because its memory is full. */
  breakDown: (error: Error) => void;
}

/** What autosaves of a test communicate with. */
export const server = {
  /** The signed-in user. */
  caller: AUTHOR as string | null,
  /** Pending responses, in the order of the requests. */
  responses: [] as PendingResponse[],
  stored: { content: 'stored', version: 1 },
};

/** The browser and the server before a test. Until `vi.unstubAllGlobals` and `vi.useRealTimers`. */
export const startAutosaves = (): void => {
  vi.useFakeTimers();
  stubLocalStorage();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { onLine: true });
  Object.assign(server, { caller: AUTHOR, responses: [], stored: { content: 'stored', version: 1 } });
};

export const createAutosave = (user = AUTHOR) =>
  new Autosave<string>({
    key: 'lesson',
    user,
    stored: server.stored,
    save: (content, version) =>
      new Promise((resolve, reject) => {
        const refusal = new ApiError(400, { code: 'invalid_input', message: 'Title is required' });
        const store = () => (server.stored = { content, version: version + 1 });
        server.responses.push({
          content,
          accept: () => resolve({ version: store().version }),
          refuse: () => reject(refusal),
          refuseCaller: (status) => reject(new ApiError(status, { message: 'Please log in' })),
          fail: (status) => reject(new ApiError(status, { message: 'Something went wrong' })),
          breakDown: reject,
          lose: () => reject(new ApiError(0, { code: 'network', message: 'Offline' })),
          loseResponse: () => {
            store();
            reject(new ApiError(0, { code: 'timeout', message: 'No response' }));
          },
          conflict: () =>
            reject(new ApiError(409, { code: 'edit_conflict', message: 'Changed', current: server.stored })),
        });
      }),
    readConflict: () => server.stored,
  });

/** An autosave as an open editor uses it. */
export const openAutosave = (user?: string) => {
  const autosave = createAutosave(user);
  autosave.subscribe(() => undefined);
  return autosave;
};

/** More than the time between a change and its request. */
export const pass = () => vi.advanceTimersByTimeAsync(1_000);
