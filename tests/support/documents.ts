import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP of these texts by their names. */
export const zipOf = (entries: Record<string, string>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
};
