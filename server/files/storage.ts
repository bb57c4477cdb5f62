import type { Readable } from 'node:stream';

/** The folder of all pictures. */
export const PICTURES_FOLDER = 'images';
/** The folder of all private files. */
export const PRIVATE_FOLDER = 'private';

/** A file in storage. `size` is in bytes. */
export interface StoredFile {
  key: string;
  size: number;
  storedAt: Date;
}

export interface Range {
  start: number;
  end: number;
}

/** Stores the contents of files. The server creates the keys, which are paths such as `images/ab12/640.webp`. */
export interface FileStorage {
  /** Stores a file, which becomes visible once it is complete. A file with the same key is replaced. @throws Error */
  put(key: string, content: Buffer): Promise<void>;
  /**
   * Stores a local file in the same way, with constant memory. Nothing may write to the file any more, because storage
   * may share its content instead of copying it. @throws Error
   */
  putFile(key: string, path: string): Promise<void>;
  /** Stores the content of a stream in the same way. @throws Error */
  write(key: string, content: Readable): Promise<void>;
  /**
   * @param range the bytes to read, both ends included and within the file; by default all
   * @returns the content and its length, or undefined if there is no such file
   * @throws Error if storage cannot be read
   */
  read(key: string, range?: Range): Promise<{ size: number; content: Readable } | undefined>;
  /** Removes every file whose key begins with `path`. @throws Error */
  remove(path: string): Promise<void>;
  /** Lists every file whose key begins with `path`. If that is empty, lists all. */
  list(path: string): AsyncIterable<StoredFile>;
}
