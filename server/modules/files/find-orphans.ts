import type { Database } from '../../database/client.ts';
import { isUnfinished } from '../../files/folder-storage.ts';
import type { OrphanCount } from '../../files/orphans-report.ts';
import { type FileStorage, PICTURES_FOLDER, PRIVATE_FOLDER } from '../../files/storage.ts';
import { findPictures } from './pictures.repository.ts';
import { findFiles } from './private-files.repository.ts';
import { findRemoved } from './removed-contents.ts';
import { idOfKey, privateKey } from './stored-files.ts';
import { hashOfKey } from './stored-pictures.ts';
import type { ContentKind } from './unused-records.ts';

/** The number of files that are looked up in the database at once. */
const BATCH = 500;
/** The maximum number of orphans of each kind that are named, which bounds the memory. The others are only counted. */
const MOST = 10_000;

/** What a crash leaves behind in storage: complete files without a record, and incomplete files. */
export interface Orphans extends OrphanCount {
  /** The hashes of pictures. */
  pictures: ReadonlySet<string>;
  /** The ids of private files. */
  privateFiles: ReadonlySet<string>;
  /** The keys of incomplete files. The picture of one may have been recorded since. They are not counted. */
  unfinished: ReadonlySet<string>;
}

interface Search {
  db: Database;
  storage: FileStorage;
  /** Ends the search early. */
  signal?: AbortSignal;
}

/** How the files of a folder belong to records. */
interface Kind {
  folder: string;
  /** The name of the record of a key, or undefined for a file that somebody else has put there. It stays. */
  nameOf: (key: string) => string | undefined;
  findRecorded: (db: Database, names: readonly string[]) => Promise<Set<string>>;
  content: ContentKind;
}

const PICTURES: Kind = {
  folder: PICTURES_FOLDER,
  nameOf: hashOfKey,
  findRecorded: findPictures,
  content: 'picture',
};
const PRIVATE_FILES: Kind = {
  folder: PRIVATE_FOLDER,
  nameOf: (key) => {
    const id = idOfKey(key);
    return id !== undefined && privateKey(id) === key ? id : undefined;
  },
  findRecorded: findFiles,
  content: 'file',
};

const addTo = (names: Set<string>, name: string): void => {
  if (names.size < MOST) names.add(name);
};

const searchFolder = async ({ db, storage, signal }: Search, kind: Kind, before: Date) => {
  const names = new Set<string>();
  const unfinished = new Set<string>();
  let [files, orphans] = [0, 0];
  let batch: string[] = [];
  const lookUp = async () => {
    const removed = await findRemoved(db, kind.content, batch);
    const recorded = await kind.findRecorded(db, batch);
    for (const name of batch) {
      if (recorded.has(name) || removed.has(name)) continue;
      orphans += 1;
      addTo(names, name);
    }
    batch = [];
  };
  for await (const { key, storedAt } of storage.list(kind.folder)) {
    signal?.throwIfAborted();
    const isOld = storedAt < before;
    if (isUnfinished(key)) {
      if (isOld) addTo(unfinished, key);
      continue;
    }
    const name = kind.nameOf(key);
    if (name === undefined) continue;
    files += 1;
    if (isOld) batch.push(name);
    if (batch.length >= BATCH) await lookUp();
  }
  await lookUp();
  return { names, unfinished, files, orphans };
};

/**
 * Finds files in storage that nothing in the database knows, with bounded memory.
 * @param before only files that were stored before that time, because a newer one may still be recorded
 * @throws Error, also the reason of the signal
 */
export const findOrphans = async (context: Search, before: Date): Promise<Orphans> => {
  const pictures = await searchFolder(context, PICTURES, before);
  const privateFiles = await searchFolder(context, PRIVATE_FILES, before);
  return {
    orphans: pictures.orphans + privateFiles.orphans,
    files: pictures.files + privateFiles.files,
    pictures: pictures.names,
    privateFiles: privateFiles.names,
    unfinished: new Set([...pictures.unfinished, ...privateFiles.unfinished]),
  };
};
