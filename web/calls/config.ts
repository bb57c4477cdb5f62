import { queryOptions, useQuery } from '@tanstack/react-query';
import { getConfig } from '#contract/config.ts';
import { CAPTIONS_BYTES, DEFAULT_UPLOAD_MEGABYTES, type UploadPurpose } from '#contract/files.ts';
import { request } from './client/api-client.ts';

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async () => (await request(getConfig)).data,
  staleTime: Infinity,
});

const MEGABYTE = 1024 ** 2;

/** The upload limit for a purpose, in bytes. Until the site's own limit is loaded, the default one. */
export const useUploadLimit = (purpose: UploadPurpose): number => {
  const { data } = useQuery(configQuery);
  const usual = purpose === 'captions' ? CAPTIONS_BYTES : DEFAULT_UPLOAD_MEGABYTES[purpose] * MEGABYTE;
  return data?.uploadLimits[purpose] ?? usual;
};
