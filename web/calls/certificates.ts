import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/certificates.ts';
import { request } from './client/api-client.ts';

/** @param code in the form in which it is stored */
export const certificateQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificates', code],
    queryFn: async () => (await request(calls.getCertificate, { params: { code } })).data,
  });

/** Issues the caller's certificate of a class. */
export const claimCertificate = async (classId: string) =>
  (await request(calls.claimCertificate, { params: { id: classId } })).data;
