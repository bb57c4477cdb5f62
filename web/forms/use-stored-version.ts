import { useRef, useState } from 'react';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';

/**
 * Saves on top of the version that the user has seen last. `other` is what was stored elsewhere meanwhile, until the user
 * chooses a version.
 * @param filledFrom what the form was filled from. It may be reloaded meanwhile, which does not count as seen
 * @param show shows what is stored outside the form
 */
export const useStoredVersion = <Stored extends { version: number }>(
  filledFrom: Stored,
  show: (stored: Stored) => void,
) => {
  const [other, setOther] = useState<Stored>();
  const version = useRef(filledFrom.version);
  const noteSeen = (stored: Stored): void => {
    show(stored);
    version.current = stored.version;
    setOther(undefined);
  };
  const save = async (write: (version: number) => Promise<Stored>): Promise<Stored> => {
    setOther(undefined);
    try {
      const stored = await write(version.current);
      noteSeen(stored);
      return stored;
    } catch (error) {
      const current = storedInConflict(error) as Stored | undefined;
      if (current) show(current);
      setOther(current);
      throw error;
    }
  };
  /** Lets the next save replace the other version. A change that the user has not been shown still conflicts. */
  const keepOwn = (): void => {
    if (other) version.current = other.version;
  };
  return { other, save, noteSeen, keepOwn };
};
