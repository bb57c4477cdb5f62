import { queryOptions } from '@tanstack/react-query';
import { API_BASE } from '#contract/call.ts';
import { fillPath } from '#contract/fill-path.ts';
import * as calls from '#contract/files.ts';
import { request } from './client/api-client.ts';

/** Milliseconds after which a link is renewed. Links to videos and captions work for four hours. */
const ADDRESS_LIFETIME = 3 * 60 * 60_000;

/** Creates a temporary link to a private file that the user may read. */
export const fetchFileLink = async (id: string): Promise<string> =>
  (await request(calls.getFileLink, { params: { id } })).data.address;

/** The temporary address of a picture among private files. */
export const filePictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['file picture', id],
    queryFn: () => fetchFileLink(id),
    // The link expires after minutes, but a picture that has loaded needs no other one until it is shown again.
    staleTime: Infinity,
    gcTime: 0,
  });

/** The public address of a file, which works for the files of free previews. */
export const publicFileUrl = (id: string): string =>
  `${API_BASE}${fillPath(calls.getFileContent.path, { id })}`;

/** The addresses of a video and its captions, in the same order. @param viewer email of the signed-in user */
export const mediaUrlsQuery = (ids: readonly string[], viewer: string | undefined) =>
  queryOptions({
    queryKey: ['media', ids, viewer ?? null],
    queryFn: () => (viewer ? Promise.all(ids.map(fetchFileLink)) : ids.map(publicFileUrl)),
    staleTime: ADDRESS_LIFETIME,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
