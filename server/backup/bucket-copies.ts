// The copies of files in a bucket are shared by backups. A bucket has neither locks nor a time of last use, so each backup
// has a manifest, which names the copies that it needs. The order of the steps makes it safe for backups to run at the
// same time; see docs/decisions/0107-backups-in-a-bucket.md.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FileStorage } from '../files/storage.ts';
import { StartError } from '../start-error.ts';
import {
  BACKUP,
  BACKUP_FILES,
  chooseOld,
  ENDING,
  type FileEntry,
  NAME,
  type StoredBackup,
} from './backup-store.ts';
import { isNamedByOperator } from './named-backups.ts';
import { readFileList } from './read-backup.ts';

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

const MANIFEST_ENDING = '.files.gz';
const MANIFEST = new RegExp(String.raw`^${NAME}\.files\.gz$`);
/** The copies that `copyToBucket` has stored. Others, uploaded by hand, are not removed. */
const COPY = new RegExp(`^${NAME}/`);
/** The age after which a backup that is not complete counts as abandoned, in milliseconds. The first may take days. */
const ABANDONED = 7 * 24 * 60 * 60_000;

const manifestOf = (backup: string): string => backup.slice(0, -ENDING.length) + MANIFEST_ENDING;
const backupOf = (manifest: string): string => manifest.slice(0, -MANIFEST_ENDING.length) + ENDING;

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

/**
 * Decides which copies of the newest backup to share, and announces all that are needed. They stay if that backup is
 * still there after the announcement, because a process that removes it afterwards reads the announcement first.
 */
const announce = async (
  place: BucketPlace,
  name: string,
  files: readonly Omit<FileEntry, 'copy'>[],
): Promise<PlannedFile[]> => {
  for (;;) {
    const newest = (await place.list()).at(-1);
    const shared = new Map<string, string>();
    for (const copy of (newest && (await readManifest(place, manifestOf(newest.name)))) ?? [])
      shared.set(copy.slice(copy.indexOf('/') + 1), copy);
    const sizes = await place.listCopies();
    const planned = files.map(({ key, size }) => {
      const copy = shared.get(key);
      if (copy !== undefined && sizes.get(copy) === size) return { key, size, copy, isThere: true };
      return { key, size, copy: `${name.slice(0, -ENDING.length)}/${key}`, isThere: false };
    });
    const lines = planned.map(({ copy }) => `${copy}\n`).join('');
    await place.put(manifestOf(name), gzipSync(lines));
    if (!newest || (await place.list()).some((backup) => backup.name === newest.name)) return planned;
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
      const found = await storage.read(key);
      if (!found) continue;
      await place.write(`${BACKUP_FILES}/${copy}`, found.content);
    }
    yield { key, size, copy };
  }
  if (!(await readManifest(place, manifestOf(name))))
    throw new StartError('Another backup has removed this one, which took more than a week: try again');
}

/** Separates the current manifests of a bucket from those of removed and abandoned backups. */
const sortManifests = async (place: BucketPlace, removed: string[], written: string) => {
  const objects = await place.listRoot();
  const names = new Set(objects.map(({ name }) => name));
  // The storage's own clock.
  const now = objects.find(({ name }) => name === written)?.finishedAt.getTime() ?? 0;
  const isObsolete = ({ name, finishedAt }: StoredBackup): boolean =>
    !names.has(backupOf(name)) &&
    (removed.includes(backupOf(name)) || finishedAt.getTime() < now - ABANDONED);
  const manifests = objects.filter(({ name }) => MANIFEST.test(name));
  const hasAll = objects.every(({ name }) => !BACKUP.test(name) || names.has(manifestOf(name)));
  return {
    needed: manifests.filter((manifest) => !isObsolete(manifest)),
    obsolete: manifests.filter(isObsolete),
    /** Backups that an operator has renamed, which have no manifest. */
    named: objects.filter(({ name }) => isNamedByOperator(name) && !MANIFEST.test(name)),
    hasAll,
  };
};

/** The copies that backups need, or undefined if that is not known. */
const findNeeded = async (
  place: BucketPlace,
  manifests: readonly StoredBackup[],
  named: readonly StoredBackup[],
): Promise<Set<string> | undefined> => {
  const needed = new Set<string>();
  for (const { name } of named) {
    const content = await place.read(name);
    for (const { copy } of content ? await readFileList(content) : []) needed.add(copy);
  }
  for (const { name } of manifests) {
    const copies = await readManifest(place, name);
    if (!copies) return undefined;
    for (const copy of copies) needed.add(copy);
  }
  return needed;
};

/** Implements `removeOld` of `BackupStore`. */
export const removeFromBucket = async (
  place: BucketPlace,
  keep: number,
  written: string,
): Promise<number> => {
  // First, because a copy that is stored later can belong to a backup that is announced later.
  const existing = [...(await place.listCopies()).keys()];
  const old = chooseOld(
    (await place.list()).map(({ name }) => name),
    keep,
    written,
  );
  for (const name of old) await place.remove(name);
  const manifests = await sortManifests(place, old, written);
  for (const { name } of manifests.obsolete) await place.remove(name);
  // A manifest that is missing or disappears makes it unknown what is needed. The next backup tries again.
  const needed = manifests.hasAll ? await findNeeded(place, manifests.needed, manifests.named) : undefined;
  if (needed)
    for (const copy of existing)
      if (COPY.test(copy) && !needed.has(copy)) await place.remove(`${BACKUP_FILES}/${copy}`);
  return old.length;
};
