import { text } from 'node:stream/consumers';
import type { FileStorage } from './storage.ts';

/** The key of the report. It is in the storage, so that every server and command finds it. */
const REPORT_KEY = 'orphans.json';

/** How many files of a storage have no record in the database. */
export interface OrphanCount {
  orphans: number;
  /** All files. */
  files: number;
}

/** `1,234 of 20,000 stored files have no record in the database`. */
export const describeOrphans = ({ orphans, files }: OrphanCount): string => {
  const [few, all] = [orphans, files].map((count) => count.toLocaleString('en-US'));
  return `${few} of ${all} stored files have no record in the database`;
};

/** The orphans that the last round of the cleaning has left because there were too many. @throws Error */
export const readOrphansReport = async (storage: FileStorage): Promise<OrphanCount | undefined> => {
  const found = await storage.read(REPORT_KEY);
  return found && (JSON.parse(await text(found.content)) as OrphanCount);
};

/** Reports orphans, or removes the report of an earlier round. @throws Error */
export const reportOrphans = async (storage: FileStorage, count: OrphanCount | undefined): Promise<void> => {
  if (count) await storage.put(REPORT_KEY, Buffer.from(JSON.stringify(count)));
  else if (await readOrphansReport(storage)) await storage.remove(REPORT_KEY);
};
