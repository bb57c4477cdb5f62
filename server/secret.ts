import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secret of a demo. It is generated once and stored in the data folder, so that sessions survive a restart. */
export const readOrCreateSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret');
  try {
    await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
};

/** Derives a separate key for each purpose (RFC 5869), so that a leaked key reveals no other. In hexadecimal. */
export const deriveKey = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `classharbor ${purpose}`, 24)).toString('hex');
