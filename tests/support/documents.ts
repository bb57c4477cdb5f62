import { inflateRawSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Creates a ZIP archive of texts by name. */
export const zipOf = (entries: Record<string, string>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
};

/**
 * Reads the contents of a ZIP archive by path, as listed in its directory. @throws Error if the archive is incomplete
 */
export const readZip = (zip: Buffer): Record<string, string> => {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0) throw new Error('The ZIP has no end');
  const entries: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const header = zip.readUInt32LE(at + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const content = zip.subarray(start, start + size);
    const path = zip.subarray(at + 46, at + 46 + name).toString();
    entries[path] = (method === 8 ? inflateRawSync(content) : content).toString();
    at += 46 + name + extra + comment;
  }
  return entries;
};
