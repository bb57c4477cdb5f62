// The copies of files in a bucket are shared by backups. A bucket has neither locks nor a time of last use, so each backup
// has a manifest, which names the copies that it needs. The order of the steps makes it safe for backups to run at the
// same time; see docs/decisions, 107 and 114.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FileStorage } from '../files/storage.ts';
import { StartError } from '../start-error.ts';
import {
  BACKUP_PATTERN,
  BACKUP_FILES,
  chooseOld,
  type Retention,
  BACKUP_SUFFIX,
  type FileEntry,
  BACKUP_NAME,
  type StoredBackup,
} from './backup-store.ts';
import { isNamedByOperator } from './named-backups.ts';
import { readFileList } from './read-backup.ts';
import { readFile } from './stored-files.ts';

/** The part of a bucket that holds a site's backups. Keys are relative to its prefix. */
export interface BucketPlace {
  /** The complete backups, oldest first. */
  list(): Promise<StoredBackup[]>;
  /** The backups, their manifests, and what an operator has put beside them. */
  listRoot(): Promise<StoredBackup[]>;
  /**
   * The sizes of all copies. Each is in the folder of the backup that has stored it, so that no key is ever written
   * again.
   */
  listCopies(): Promise<ReadonlyMap<string, number>>;
  read(key: string): Promise<Readable | undefined>;
  put(key: string, content: Buffer): Promise<void>;
  write(key: string, content: Readable): Promise<void>;
  remove(key: string): Promise<void>;
}

const MANIFEST_SUFFIX = '.files.gz';
const MANIFEST = new RegExp(String.raw`^${BACKUP_NAME}\.files\.gz$`);
/** The copies that `copyToBucket` has stored. Others, uploaded by hand, are not removed. */
const COPY = new RegExp(`^${BACKUP_NAME}/`);
/** The age after which a backup that is not complete counts as abandoned, in milliseconds. The first may take days. */
const ABANDONED_BACKUP_AGE = 7 * 24 * 60 * 60_000;
/** The number of interrupted backups whose copies are shared. Each shares those of earlier ones. */
const INTERRUPTED = 3;

const manifestOf = (backup: string): string => backup.slice(0, -BACKUP_SUFFIX.length) + MANIFEST_SUFFIX;
const backupOf = (manifest: string): string => manifest.slice(0, -MANIFEST_SUFFIX.length) + BACKUP_SUFFIX;

/** The copies that a manifest names, or undefined if there is no such manifest. */
const readManifest = async (place: BucketPlace, name: string): Promise<string[] | undefined> => {
  const content = await place.read(name);
  if (!content) return undefined;
  return gunzipSync(await buffer(content))
    .toString()
    .split('\n')
    .slice(0, -1);
};

interface PlannedFile extends FileEntry {
  isThere: boolean;
}

const folderOf = (copy: string): string => copy.slice(0, copy.indexOf('/'));
const keyOf = (copy: string): string => copy.slice(copy.indexOf('/') + 1);

/**
 * The manifests with copies to share, the best one last: those of recent backups that were interrupted after they had
 * stored a copy, and of the newest complete one. A manifest is final once its backup has stored a copy. Before that, it
 * can name copies that are being removed.
 */
const findSources = async (place: BucketPlace, sizes: ReadonlyMap<string, number>): Promise<string[]> => {
  const storing = new Set([...sizes.keys()].map(folderOf));
  const objects = await place.listRoot();
  const names = new Set(objects.map(({ name }) => name));
  const interrupted = objects
    .filter(({ name }) => MANIFEST.test(name) && !names.has(backupOf(name)))
    .filter(({ name }) => storing.has(name.slice(0, -MANIFEST_SUFFIX.length)))
    .sort((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime())
    .slice(-INTERRUPTED);
  const newest = manifestOf((await place.list()).at(-1)?.name ?? '');
  return [...interrupted.map(({ name }) => name), ...(names.has(newest) ? [newest] : [])];
};

/**
 * Decides which copies of other backups to share, and announces all that are needed. They stay if the manifests of those
 * backups are still there after the announcement, because a process that removes them afterwards reads the announcement
 * first.
 */
const announce = async (
  place: BucketPlace,
  name: string,
  files: readonly Omit<FileEntry, 'copy'>[],
): Promise<PlannedFile[]> => {
  const needed = new Map(files.map(({ key, size }) => [key, size]));
  for (;;) {
    const sizes = await place.listCopies();
    const sources = await findSources(place, sizes);
    const shared = new Map<string, string>();
    for (const source of sources)
      for (const copy of (await readManifest(place, source)) ?? [])
        if (sizes.has(copy) && sizes.get(copy) === needed.get(keyOf(copy))) shared.set(keyOf(copy), copy);
    const planned = files.map(({ key, size }) => {
      const copy = shared.get(key);
      return copy === undefined
        ? { key, size, copy: `${name.slice(0, -BACKUP_SUFFIX.length)}/${key}`, isThere: false }
        : { key, size, copy, isThere: true };
    });
    const lines = planned.map(({ copy }) => `${copy}\n`).join('');
    await place.put(manifestOf(name), gzipSync(lines));
    const names = new Set((await place.listRoot()).map((object) => object.name));
    if (sources.every((source) => names.has(source))) return planned;
  }
};

/** Implements `copyFiles` of `BackupStore`. */
export async function* copyToBucket(
  place: BucketPlace,
  name: string,
  storage: FileStorage,
  files: readonly Omit<FileEntry, 'copy'>[],
): AsyncGenerator<FileEntry, void> {
  for (const { key, size, copy, isThere } of await announce(place, name, files)) {
    if (!isThere) {
      const content = await readFile(storage, key);
      if (!content) continue;
      await place.write(`${BACKUP_FILES}/${copy}`, content);
    }
    yield { key, size, copy };
  }
  if (!(await readManifest(place, manifestOf(name))))
    throw new StartError('Another backup has removed this one, which took more than a week: try again');
}

/** Finds the manifests of removed and abandoned backups. */
const findObsolete = async (place: BucketPlace, removed: string[], written: string): Promise<string[]> => {
  const objects = await place.listRoot();
  const names = new Set(objects.map(({ name }) => name));
  // The storage's own clock.
  const now = objects.find(({ name }) => name === written)?.finishedAt.getTime() ?? 0;
  return objects
    .filter(
      ({ name, finishedAt }) =>
        MANIFEST.test(name) &&
        !names.has(backupOf(name)) &&
        (removed.includes(backupOf(name)) || finishedAt.getTime() < now - ABANDONED_BACKUP_AGE),
    )
    .map(({ name }) => name);
};

/** The copies that backups need, or undefined if that is not known. */
const findNeeded = async (place: BucketPlace): Promise<Set<string> | undefined> => {
  const names = (await place.listRoot()).map(({ name }) => name);
  // A manifest that is missing or disappears makes it unknown what is needed. The next backup tries again.
  if (names.some((name) => BACKUP_PATTERN.test(name) && !names.includes(manifestOf(name)))) return undefined;
  const needed = new Set<string>();
  // Backups that an operator has renamed, which have no manifest.
  for (const name of names.filter((each) => isNamedByOperator(each) && !MANIFEST.test(each))) {
    const content = await place.read(name);
    for (const { copy } of content ? await readFileList(content) : []) needed.add(copy);
  }
  for (const name of names.filter((each) => MANIFEST.test(each))) {
    const copies = await readManifest(place, name);
    if (!copies) return undefined;
    for (const copy of copies) needed.add(copy);
  }
  return needed;
};

/** Implements `removeOld` of `BackupStore`. */
export const removeFromBucket = async (
  place: BucketPlace,
  retention: Retention,
  written: string,
): Promise<number> => {
  // First, because a copy that is stored later can belong to a backup that is announced later.
  const existing = [...(await place.listCopies()).keys()];
  const old = chooseOld(
    (await place.list()).map(({ name }) => name),
    retention,
    written,
  );
  for (const name of old) await place.remove(name);
  for (const name of await findObsolete(place, old, written)) await place.remove(name);
  // Listed after manifests were removed, because a backup that shared their copies may have announced itself meanwhile.
  const needed = await findNeeded(place);
  if (needed)
    for (const copy of existing)
      if (COPY.test(copy) && !needed.has(copy)) await place.remove(`${BACKUP_FILES}/${copy}`);
  return old.length;
};
