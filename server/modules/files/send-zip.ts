import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import { dispositionOf, FILE_POLICY } from '../../http/send-file.ts';
import { sendStream } from '../../http/streams.ts';
import { cleanFileName, extensionOf } from './file-name.ts';

export interface ZipEntry {
  /** The folder, where there is one. Entries of one folder follow each other. */
  folder?: string;
  name: string;
  modifiedAt: Date;
  content: string | (() => Promise<Readable>);
}

/** Numbers what has been there before: `essay.pdf`, `essay (2).pdf`. Upper and lower case are the same to some systems. */
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

/** Adds one entry after the other, so that one file is open at a time, and none once the reader is gone. */
const fill = async (zip: ZipFile, output: Readable, entries: AsyncIterable<ZipEntry>): Promise<void> => {
  let folder: string | undefined;
  let nameIn = createNaming();
  let source: Readable | undefined;
  output.once('close', () => source?.destroy());
  for await (const { content, modifiedAt, ...entry } of entries) {
    if (entry.folder !== folder) [folder, nameIn] = [entry.folder, createNaming()];
    const name = nameIn(cleanFileName(entry.name));
    const path = folder === undefined ? name : `${folder}/${name}`;
    if (typeof content === 'string') {
      zip.addBuffer(Buffer.from(content), path, { mtime: modifiedAt });
      continue;
    }
    const opened = (source = await content());
    if (output.destroyed) opened.destroy();
    else
      await new Promise<void>((resolve, reject) => {
        opened.once('close', resolve).once('error', reject);
        // What is in the files is compressed already, as a rule.
        zip.addReadStream(opened, path, { mtime: modifiedAt, compress: false });
      });
    if (output.destroyed) return;
  }
  zip.end();
};

/**
 * Sends files as a ZIP that is written while it is read, with constant memory. Where a file cannot be read the connection
 * breaks off, so that nobody takes a part for the whole.
 * @param name without the extension
 */
export const sendZip = (
  reply: FastifyReply,
  name: string,
  entries: AsyncIterable<ZipEntry>,
): FastifyReply => {
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': dispositionOf(cleanFileName(`${name}.zip`)),
    'content-security-policy': FILE_POLICY,
  };
  if (reply.request.method === 'HEAD') return sendStream(reply, headers, Readable.from([]));
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const sent = sendStream(reply, headers, output);
  // The same error reaches `fill`, which breaks the connection off.
  zip.on('error', () => undefined);
  fill(zip, output, entries).catch((error: unknown) => output.destroy(error as Error));
  return sent;
};
