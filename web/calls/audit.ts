import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type AuditQuery, listAuditEntries } from '#contract/audit.ts';
import { requestPage } from './client/api-client.ts';

export const auditQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: () => requestPage(listAuditEntries, { query }),
    placeholderData: keepPreviousData,
  });
