import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createFolderStorage } from '../files/folder-storage.ts';
import type { FileStorage } from '../files/storage.ts';
import { NEEDED_SPACE } from '../data-folder/disk-space.ts';
import type { Owner } from '../data-folder/owner.ts';
import { StartError } from '../start-error.ts';
import {
  BACKUP_PATTERN,
  BACKUP_FILES,
  type BackupStore,
  chooseOld,
  BACKUP_SUFFIX,
  type FileEntry,
  nameByTime,
} from './backup-store.ts';
import { UNFINISHED_FILE_AGE, findNamedCopies, UNFINISHED } from './named-backups.ts';
import { PATHS, readFile } from './stored-files.ts';
import { namesIn } from '../data-folder/names-in.ts';

const MIB = 1024 ** 2;

/** When a backup was started, by its name. */
const startOf = (name: string): Date => {
  const [, day, hours, minutes, seconds, milliseconds] = /-(\d{4}-\d\d-\d\d)T(\d+)-(\d+)-(\d+)-(\d+)Z/.exec(
    name,
  )!;
  return new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
};

/**
 * Writes a new file, so that root does not follow a link that another user placed there. It belongs to the owner from
 * the start.
 */
const writeFile = async (path: string, content: Readable, owner: Owner | undefined): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    if (owner) await file.chown(owner.uid, owner.gid);
    for await (const chunk of content) await file.writeFile(chunk as Buffer);
    await file.sync();
  } finally {
    await file.close();
  }
};

/**
 * Requires space for copies, because a full disk would also stop a database on it.
 * @param missing the size of the copies in bytes
 * @throws StartError if it is not there
 */
const requireSpace = async (folder: string, missing: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (missing <= Math.max(0, free - NEEDED_SPACE)) return;
  const inMib = (bytes: number): string => `${Math.ceil(bytes / MIB).toLocaleString('en-US')} MiB`;
  throw new StartError(
    `The backup needs ${inMib(missing)} for copies of files in ${folder}, where ${inMib(free)} are free and ` +
      `${inMib(NEEDED_SPACE)} must stay free: free some space, or write backups to another disk or a bucket (BACKUP_S3_BUCKET)`,
  );
};

/** Removes what killed backups have left. @returns the names of backups that may still be written */
const removeAbandoned = async (folder: string): Promise<string[]> => {
  const unfinished = (await namesIn(folder)).filter((name) => UNFINISHED.test(name));
  const recent: string[] = [];
  for (const name of unfinished) {
    const path = join(folder, name);
    const written = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (written < Date.now() - UNFINISHED_FILE_AGE) await rm(path, { force: true });
    else recent.push(name);
  }
  return recent;
};

/**
 * Keeps backups in a folder.
 * @param owner the owner of the files; by default the user of this process
 */
export const createFolderStore = (folder: string, owner?: Owner): BackupStore => {
  const filesFolder = join(folder, BACKUP_FILES);
  const copies = createFolderStorage(filesFolder, owner);

  const names = async () => (await namesIn(folder)).filter((name) => BACKUP_PATTERN.test(name)).sort();

  async function* copyFiles(
    _name: string,
    storage: FileStorage,
    files: readonly Omit<FileEntry, 'copy'>[],
  ): AsyncGenerator<FileEntry, void> {
    const now = new Date();
    let missing = 0;
    for (const { key, size } of files)
      if ((await stat(join(filesFolder, key)).catch(() => undefined))?.size !== size) missing += size;
    await requireSpace(folder, missing);
    for (const { key, size } of files) {
      const path = join(filesFolder, key);
      const there = await stat(path).catch(() => undefined);
      if (there?.size !== size) {
        const content = await readFile(storage, key);
        if (!content) continue;
        await copies.write(key, content);
      }
      // The time of the last backup that needs it; see `removeOldCopies`. A clock that was set back does not change it.
      if (there?.size !== size || there.mtime < now) await utimes(path, now, now);
      yield { key, size, copy: key };
    }
  }

  /** Removes the copies that neither a backup since `oldest` nor another one needs. */
  const removeOldCopies = async (oldest: Date, needed: ReadonlySet<string>): Promise<void> => {
    for (const path of PATHS)
      for await (const { key, storedAt } of copies.list(path))
        if (storedAt < oldest && !needed.has(key)) await copies.remove(key);
  };

  return {
    place: folder,
    addressOf: (name) => join(folder, name),
    newName: () => nameByTime() + BACKUP_SUFFIX,
    list: async () => {
      const found = (await names()).map(async (name) => ({
        name,
        // It may have been removed meanwhile.
        finishedAt: (await stat(join(folder, name)).catch(() => undefined))?.mtime,
      }));
      return (await Promise.all(found)).flatMap(({ name, finishedAt }) =>
        finishedAt ? [{ name, finishedAt }] : [],
      );
    },
    write: async (name, content) => {
      const unfinished = join(folder, `${name}.${randomBytes(4).toString('hex')}.unfinished`);
      try {
        await writeFile(unfinished, content, owner);
        await rename(unfinished, join(folder, name));
      } catch (error) {
        // If the file could not be created, it cannot be removed either, and that error must not hide the first one.
        await rm(unfinished, { force: true }).catch(() => undefined);
        throw error;
      } finally {
        content.destroy();
      }
    },
    read: async (name) => {
      const path = join(folder, name);
      const file = await open(path).catch(() => {
        throw new StartError(`There is no file ${path}`);
      });
      return file.createReadStream();
    },
    copyFiles,
    listCopies: async () => {
      const sizes = new Map<string, number>();
      for await (const { key, size } of copies.list('')) sizes.set(key, size);
      return sizes;
    },
    readCopy: async (copy) => (await copies.read(copy))?.content,
    removeOld: async (retention, written) => {
      const all = await names();
      const old = chooseOld(all, retention, written);
      for (const name of old) await rm(join(folder, name), { force: true });
      const kept = all.filter((name) => !old.includes(name));
      const needed = [written, ...kept, ...(await removeAbandoned(folder))];
      const oldest = new Date(Math.min(...needed.map((name) => startOf(name).getTime())));
      const named = await findNamedCopies(folder);
      // If it is not known what is needed, the next backup tries again.
      if (named) await removeOldCopies(oldest, named);
      return old.length;
    },
  };
};
