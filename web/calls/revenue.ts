import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PageQuery } from '#contract/paging.ts';
import * as calls from '#contract/revenue.ts';
import { request, requestPage } from './client/api-client.ts';
import { paymentKeys } from './payments.ts';

export const paymentTotalsQuery = (days: number) =>
  queryOptions({
    queryKey: [...paymentKeys.all, 'totals', days],
    queryFn: async () => (await request(calls.getPaymentTotals, { query: { days } })).data,
    placeholderData: keepPreviousData,
  });

export const earningTotalsQuery = (days: number) =>
  queryOptions({
    queryKey: [...paymentKeys.all, 'earning-totals', days],
    queryFn: async () => (await request(calls.getEarningTotals, { query: { days } })).data,
    placeholderData: keepPreviousData,
  });

export const earningsQuery = (query: PageQuery) =>
  queryOptions({
    queryKey: [...paymentKeys.all, 'earnings', query],
    queryFn: () => requestPage(calls.listEarnings, { query }),
    placeholderData: keepPreviousData,
  });
