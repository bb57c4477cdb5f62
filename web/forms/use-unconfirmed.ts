import { useRef } from 'react';
import { ApiError } from '#web/calls/client/api-error.ts';
import { isSame } from './is-same.ts';

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
  return { note, includes, forget };
};
