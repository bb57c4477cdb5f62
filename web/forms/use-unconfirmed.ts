import { useRef } from 'react';
import { ApiError } from '#web/calls/client/api-error.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { isSame } from './is-same.ts';

/** A change of what the user has seen. */
interface Change<Content, Stored, Result> {
  content: Content;
  seen: Stored;
  /** The content of what is stored, in the form in which it is sent. */
  contentOf: (stored: NonNullable<Stored>) => Content | null;
  write: (seen: Stored) => Promise<Result>;
}

/** Remembers what was sent without learning whether it was stored, so that it is recognized in a conflict. */
export const useUnconfirmed = <Content>() => {
  const sent = useRef<Content[]>([]);
  /** Remembers what was sent, unless the server has refused it. */
  const note = (content: Content, error: unknown): void => {
    if (error instanceof ApiError && error.isTemporary) sent.current.push(content);
  };
  const includes = (content: Content | null): boolean => sent.current.some((one) => isSame(one, content));
  const forget = (): void => {
    sent.current = [];
  };
  /**
   * Makes a change. It also replaces what an earlier attempt has stored if only the response of that one was lost.
   * @throws ApiError `edit_conflict` if something else was stored meanwhile
   */
  const change = async <Stored, Result>(made: Change<Content, Stored, Result>): Promise<Result> => {
    try {
      const result = await made.write(made.seen);
      forget();
      return result;
    } catch (error) {
      note(made.content, error);
      const stored = storedInConflict(error) as NonNullable<Stored> | undefined;
      if (!stored) throw error;
      if (includes(made.contentOf(stored))) return change({ ...made, seen: stored });
      // The server refuses earlier attempts that have not arrived yet, because they are outdated too.
      forget();
      throw error;
    }
  };
  return { note, includes, forget, change };
};
