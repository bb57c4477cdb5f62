import { useEffect, useRef, useState } from 'react';
import type { FilePurpose, StoredFile } from '#contract/files.ts';
import { useUploadLimit } from '#web/calls/config.ts';
import { type BegunUpload, canRepeatUpload, uploadFile } from '#web/calls/uploads.ts';
import { formatBytes } from '#web/ui/format-bytes.ts';

/** A file of the form: stored, waiting, uploading, being stored by the server, or failed. */
export type FileEntry = { key: string; name: string; bytes: number } & (
  | { state: 'stored'; file: StoredFile }
  | { state: 'waiting'; sent: File }
  /** `progress` is from 0 to 1. An interrupted upload resumes by itself. */
  | { state: 'uploading'; sent: File; progress: number; isInterrupted: boolean }
  | { state: 'storing'; sent: File }
  | { state: 'failed'; sent: File; message: string; isRepeatable: boolean }
);

/** Whether the file is on its way to the server or not stored there yet. */
export const isUnderWay = ({ state }: FileEntry): boolean =>
  ['waiting', 'uploading', 'storing'].includes(state);

const findProblem = ({ size }: File, limit: number): string | undefined => {
  if (size === 0) return 'This file is empty.';
  return size > limit ? `This file is ${formatBytes(size)}. The limit is ${formatBytes(limit)}.` : undefined;
};

const stored = (file: StoredFile): FileEntry => ({
  key: file._id,
  name: file.name,
  bytes: file.bytes,
  state: 'stored',
  file,
});

/**
 * Manages the files of a form, which are uploaded one after the other while the user fills in the form. Leaving the
 * screen cancels unfinished uploads.
 * @param before the files that are already stored
 */
export const useFileUploads = (purpose: FilePurpose, before: readonly StoredFile[] = []) => {
  const limit = useUploadLimit(purpose);
  const [entries, setEntries] = useState<FileEntry[]>(() => before.map(stored));
  const running = useRef(new Map<string, AbortController>());
  const begun = useRef(new Map<string, BegunUpload>());
  const queue = useRef(Promise.resolve());
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);

  const replace = (key: string, changed: FileEntry) =>
    setEntries((present) => present.map((entry) => (entry.key === key ? changed : entry)));

  const send = async (key: string, sent: File, { signal }: AbortController) => {
    const isCanceled = () => signal.aborted;
    if (isCanceled()) return;
    const entry = { key, name: sent.name, bytes: sent.size, sent };
    let reached = 0;
    const show = (isInterrupted: boolean) => {
      if (!isCanceled()) replace(key, { ...entry, state: 'uploading', progress: reached, isInterrupted });
    };
    const onProgress = (progress: number) => {
      reached = progress;
      show(false);
    };
    const onInterrupted = () => show(true);
    const onStoring = () => {
      if (!isCanceled()) replace(key, { ...entry, state: 'storing' });
    };
    const upload = begun.current.get(key) ?? {};
    begun.current.set(key, upload);
    if (upload.hasArrived) onStoring();
    else onProgress(0);
    try {
      const file = await uploadFile(sent, purpose, { signal, onProgress, onInterrupted, onStoring }, upload);
      if (!isCanceled()) replace(key, { ...stored(file), key });
    } catch (error) {
      const { message } = error as Error;
      if (!isCanceled())
        replace(key, { ...entry, state: 'failed', message, isRepeatable: canRepeatUpload(error) });
    }
  };

  const start = (key: string, sent: File) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    queue.current = queue.current.then(() => send(key, sent, controller));
  };

  const add = (files: readonly File[]) => {
    const added = files.map((sent): FileEntry => {
      const entry = { key: crypto.randomUUID(), name: sent.name, bytes: sent.size, sent };
      const problem = findProblem(sent, limit);
      return problem === undefined
        ? { ...entry, state: 'waiting' }
        : { ...entry, state: 'failed', message: problem, isRepeatable: false };
    });
    setEntries((present) => [...present, ...added]);
    for (const entry of added) if (entry.state === 'waiting') start(entry.key, entry.sent);
  };

  const remove = (key: string) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
    begun.current.delete(key);
    setEntries((present) => present.filter((entry) => entry.key !== key));
  };

  const retry = ({ key, name, bytes }: FileEntry, sent: File) => {
    replace(key, { key, name, bytes, state: 'waiting', sent });
    start(key, sent);
  };

  return {
    entries,
    /** The ids of the stored files, in order. */
    ids: entries.flatMap((entry) => (entry.state === 'stored' ? [entry.file._id] : [])),
    isUploading: entries.some(isUnderWay),
    hasFailed: entries.some(({ state }) => state === 'failed'),
    /** Whether an upload has failed that may succeed when it is repeated. */
    canRepeat: entries.some((entry) => entry.state === 'failed' && entry.isRepeatable),
    add,
    remove,
    retry,
  };
};

export type FileUploads = ReturnType<typeof useFileUploads>;
