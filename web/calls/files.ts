import * as calls from '#contract/files.ts';
import { request } from './api-client.ts';

/** An address of a private file that the user may read, for minutes. */
export const fetchFileLink = async (id: string): Promise<string> =>
  (await request(calls.getFileLink, { params: { id } })).data.address;
