import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import { contentDisposition } from '../../http/content-disposition.ts';
import { FILE_POLICY } from '../../http/send-file.ts';
import { sendStream } from '../../http/streams.ts';
import { cleanFileName, extensionOf } from './file-name.ts';

export interface ZipEntry {
  /** The folder, if any. Entries of the same folder must be consecutive. */
  folder?: string;
  name: string;
  modifiedAt: Date;
  content: string | (() => Promise<Readable>);
}

/**
 * Creates a function that numbers repeated names: `essay.pdf`, `essay (2).pdf`. Upper and lower case count as equal, as
 * on some systems.
 */
export const createNaming = (): ((name: string) => string) => {
  const taken = new Set<string>();
  return (name) => {
    const extension = extensionOf(name);
    const stem = extension ? name.slice(0, -extension.length - 1) : name;
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1)
      unique = `${stem} (${number})${extension && `.${extension}`}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
};

/**
 * Adds the entries one after the other, so that at most one file is open at a time, and none once the reader has
 * disconnected.
 */
const fill = async (zip: ZipFile, output: Readable, entries: AsyncIterable<ZipEntry>): Promise<void> => {
  let folder: string | undefined;
  let nameIn = createNaming();
  let source: Readable | undefined;
  output.once('close', () => source?.destroy());
  for await (const { content, modifiedAt, ...entry } of entries) {
    if (output.destroyed) return;
    if (entry.folder !== folder) [folder, nameIn] = [entry.folder, createNaming()];
    const name = nameIn(cleanFileName(entry.name));
    const path = folder === undefined ? name : `${folder}/${name}`;
    if (typeof content === 'string') {
      zip.addBuffer(Buffer.from(content), path, { mtime: modifiedAt });
      continue;
    }
    const opened = (source = await content());
    // Closes the file if the reader has left while it was being opened.
    if (output.closed) opened.destroy();
    else
      await new Promise<void>((resolve, reject) => {
        opened.once('close', resolve).once('error', reject);
        // Uploaded files are usually compressed already.
        zip.addReadStream(opened, path, { mtime: modifiedAt, compress: false });
      });
  }
  if (!output.destroyed) zip.end();
};

/** The parts of a ZIP. No file is opened before the first part is read. */
async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  // The same error reaches `fill`, which closes the connection.
  zip.on('error', () => undefined);
  fill(zip, output, entries).catch((error: unknown) => output.destroy(error as Error));
  yield* output as AsyncIterable<Buffer>;
}

/**
 * Sends files as a ZIP that is written while it is read, with constant memory. If a file cannot be read, the connection
 * is closed, so that nobody mistakes a part for the whole.
 * @param name without the extension
 */
export const sendZip = (
  reply: FastifyReply,
  name: string,
  entries: AsyncIterable<ZipEntry>,
): FastifyReply => {
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(cleanFileName(`${name}.zip`)),
    'content-security-policy': FILE_POLICY,
  };
  return sendStream(reply, headers, writeZip(entries));
};
