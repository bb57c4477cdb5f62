import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secret of a demo: made once and kept in the data folder, so that sessions outlive a restart. */
export const readOrCreateSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret');
  try {
    await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
};

/** A key of its own for each purpose, in hexadecimal (RFC 5869): one leaked key tells nothing of the others. */
export const deriveKey = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `classharbor ${purpose}`, 24)).toString('hex');
