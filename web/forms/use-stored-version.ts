import { useRef, useState } from 'react';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { isSame } from './is-same.ts';
import { useUnconfirmed } from './use-unconfirmed.ts';

/** A text that is edited as a draft until it is published. */
interface Versioned<Content> {
  version: number;
  draft: Content | null;
  published: Content | null;
}

/** What was stored elsewhere while the user was editing. */
interface Other<Content, Stored> {
  stored: Stored;
  /** Whether a save found it. Otherwise, another change did, such as a withdrawal. */
  isBySave: boolean;
  /** What was published besides the draft that the user is shown, if they have not seen it. */
  published?: Content;
}

/**
 * Changes a text on top of the version that the user has seen last. `other` is what was stored elsewhere meanwhile, until
 * the user chooses a version.
 * @param filledFrom what the form was filled from. It may be reloaded meanwhile, which does not count as seen
 * @param show shows what is stored outside the form
 */
export const useStoredVersion = <Content, Stored extends Versioned<Content>>(
  filledFrom: Stored & Versioned<Content>,
  show: (stored: Stored) => void,
) => {
  const [other, setOther] = useState<Other<Content, Stored>>();
  const seen = useRef<Stored>(filledFrom);
  const unconfirmed = useUnconfirmed<Content>();
  const note = (stored: Stored): void => {
    seen.current = stored;
    unconfirmed.forget();
  };
  const noteSeen = (stored: Stored): void => {
    show(stored);
    note(stored);
    setOther(undefined);
  };
  /** Whether only the response of an earlier attempt was lost. */
  const isOwn = ({ version, draft, published }: Stored): boolean =>
    // A draft hides what was published, which may be what the user sent although nothing of theirs was stored.
    version === seen.current.version + 1 && unconfirmed.includes(draft ?? published);
  const attempt = async <Result>(
    write: (version: number) => Promise<Result>,
    isBySave: boolean,
  ): Promise<Result> => {
    setOther(undefined);
    try {
      return await write(seen.current.version);
    } catch (error) {
      const stored = storedInConflict(error) as Stored | undefined;
      if (!stored) throw error;
      show(stored);
      if (isOwn(stored)) {
        note(stored);
        return attempt(write, isBySave);
      }
      const { draft, published } = stored;
      const isShown =
        !published || !draft || isSame(published, draft) || isSame(published, seen.current.published);
      setOther({ stored, isBySave, published: isShown ? undefined : published });
      throw error;
    }
  };
  /** Makes a change, unless something else was stored meanwhile. The user is shown that first. */
  const change = <Result>(write: (version: number) => Promise<Result>): Promise<Result> =>
    attempt(write, false);
  const save = async (content: Content, write: (version: number) => Promise<Stored>): Promise<Stored> => {
    try {
      const stored = await attempt(write, true);
      noteSeen(stored);
      return stored;
    } catch (error) {
      unconfirmed.note(content, error);
      throw error;
    }
  };
  /** Lets the next save replace the other version. A change that the user has not been shown still conflicts. */
  const keepOwn = (): void => {
    if (other) note(other.stored);
  };
  return { other, change, save, noteSeen, keepOwn };
};
