import type { Readable } from 'node:stream';
import type { FileStorage } from '../files/storage.ts';

/** A file that a backup needs. `size` is in bytes. */
export interface FileEntry {
  key: string;
  size: number;
  /** The key of its copy beside the backups. */
  copy: string;
}

/** A complete backup. */
export interface StoredBackup {
  name: string;
  finishedAt: Date;
}

/** Where backups are stored, with the copies of files that they share. */
export interface BackupStore {
  /** The folder or bucket, for messages. */
  place: string;
  addressOf(name: string): string;
  /** A name for a new backup, with the current time. */
  newName(): string;
  /** The complete backups that `newName` has named, oldest first. */
  list(): Promise<StoredBackup[]>;
  /** Writes a backup, which becomes visible once it is complete. @throws Error, also that of the content */
  write(name: string, content: Readable): Promise<void>;
  /** @throws StartError if there is no such backup */
  read(name: string): Promise<Readable>;
  /**
   * Ensures that files are copied, and that no other backup removes their copies while this one is being written.
   * Files that are removed from storage in the meantime belong to deleted data and are left out. The content of a key
   * never changes, so the copies of earlier backups are shared.
   * @param name the backup that needs them
   * @returns the files that are there now
   */
  copyFiles(
    name: string,
    storage: FileStorage,
    files: readonly Omit<FileEntry, 'copy'>[],
  ): AsyncIterable<FileEntry>;
  /** The sizes of all copies, in bytes. */
  listCopies(): Promise<ReadonlyMap<string, number>>;
  readCopy(copy: string): Promise<Readable | undefined>;
  /**
   * Removes the backups that `newName` has named and that need not be kept, the remains of killed ones, and the copies that none
   * of the remaining backups needs.
   * @param written the one just written, which is kept as well
   * @returns how many backups were removed
   */
  removeOld(retention: Retention, written: string): Promise<number>;
}

/** A name that sorts by time: `classharbor-2026-11-23T03-00-00-000Z`. */
export const nameByTime = (): string => `classharbor-${new Date().toISOString().replace(/[:.]/g, '-')}`;

/** As long as the part of a backup's name up to its day. */
const DATED_PREFIX = 'classharbor-2026-11-23';

/** The folder beside backups that holds the copies of files. */
export const BACKUP_FILES = 'files';

/** The ending of a backup's name. */
export const BACKUP_SUFFIX = '.sql.gz';

/** The part of a backup's name before its ending. In a bucket, it ends with random digits. */
export const BACKUP_NAME = String.raw`classharbor-\d{4}-\d\d-\d\dT[\d-]+Z(?:-[\da-f]{8})?`;

/** The names of backups that `newName` has named. */
export const BACKUP_PATTERN = new RegExp(String.raw`^${BACKUP_NAME}\.sql\.gz$`);

/**
 * What `removeOld` keeps: a number of backups, or the newest backup of each of a number of days (UTC) that have one. Both
 * are at least 1.
 */
export type Retention = { backups: number } | { days: number };

/** The newest backup of each of the newest days. @param names oldest first */
const newestByDay = (names: readonly string[], days: number): string[] => {
  const newest = new Map<string, string>();
  for (const name of names) {
    const day = name.slice(0, DATED_PREFIX.length);
    // Days are in the order of their newest backup.
    newest.delete(day);
    newest.set(day, name);
  }
  return [...newest.values()].slice(-days);
};

/**
 * The backups that can be removed. The newest is never one of them, so that two commands that finish at the same time do
 * not remove what the other has written. By a clock that was set back, the one just written may look old.
 * @param names all backups, oldest first
 */
export const chooseOld = (names: readonly string[], retention: Retention, written: string): string[] => {
  const kept = new Set(
    'days' in retention ? newestByDay(names, retention.days) : names.slice(-retention.backups),
  );
  return names.filter((name) => name !== written && !kept.has(name));
};
