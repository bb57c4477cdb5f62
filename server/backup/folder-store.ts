import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { namesIn } from '../data-folder/names-in.ts';
import type { Owner } from '../data-folder/owner.ts';
import { StartError } from '../start-error.ts';
import {
  BACKUP_PATTERN,
  type BackupStore,
  chooseOld,
  BACKUP_SUFFIX,
  nameByTime,
  type StoredBackup,
} from './backup-store.ts';
import { createFolderCopies } from './folder-copies.ts';
import { UNFINISHED_FILE_AGE, findNamedCopies, UNFINISHED } from './named-backups.ts';

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

/** The names of the backups in a folder, oldest first. */
const backupsIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => BACKUP_PATTERN.test(name)).sort();

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

const list = async (folder: string): Promise<StoredBackup[]> => {
  const found = (await backupsIn(folder)).map(async (name) => ({
    name,
    // It may have been removed meanwhile.
    finishedAt: (await stat(join(folder, name)).catch(() => undefined))?.mtime,
  }));
  return (await Promise.all(found)).flatMap(({ name, finishedAt }) =>
    finishedAt ? [{ name, finishedAt }] : [],
  );
};

/** Writes a backup under another name until it is complete. @throws Error, also that of the content */
const write = async (path: string, content: Readable, owner: Owner | undefined): Promise<void> => {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    await writeFile(unfinished, content, owner);
    await rename(unfinished, path);
  } catch (error) {
    // If the file could not be created, it cannot be removed either, and that error must not hide the first one.
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    content.destroy();
  }
};

/**
 * Keeps backups in a folder.
 * @param owner the owner of the files; by default the user of this process
 */
export const createFolderStore = (folder: string, owner?: Owner): BackupStore => {
  const copies = createFolderCopies(folder, owner);
  return {
    place: folder,
    addressOf: (name) => join(folder, name),
    newName: () => nameByTime() + BACKUP_SUFFIX,
    list: () => list(folder),
    write: (name, content) => write(join(folder, name), content, owner),
    read: async (name) => {
      const path = join(folder, name);
      const file = await open(path).catch(() => {
        throw new StartError(`There is no file ${path}`);
      });
      return file.createReadStream();
    },
    copyFiles: (_name, storage, files) => copies.copyFiles(storage, files),
    listCopies: copies.list,
    readCopy: copies.read,
    removeOld: async (retention, written) => {
      const all = await backupsIn(folder);
      const old = chooseOld(all, retention, written);
      for (const name of old) await rm(join(folder, name), { force: true });
      const kept = all.filter((name) => !old.includes(name));
      const needed = [written, ...kept, ...(await removeAbandoned(folder))];
      const oldest = new Date(Math.min(...needed.map((name) => startOf(name).getTime())));
      const named = await findNamedCopies(folder);
      // If it is not known what is needed, the next backup tries again.
      if (named) await copies.removeOld(oldest, named);
      return old.length;
    },
  };
};
