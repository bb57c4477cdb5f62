import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import type { Currency } from '#contract/currencies.ts';
import { toMinorUnits } from '#contract/money.ts';
import * as calls from '#contract/payments.ts';
import { request, requestPage } from './client/api-client.ts';

export const paymentKeys = { all: ['payments'] as const };

/**
 * The client secret for a class at the price that the buyer sees (major units), and the amount to charge. Requested
 * again on every visit of the payment screen.
 */
export const paymentIntentQuery = (
  classId: string,
  { price, currency }: { price: number; currency: Currency },
  buyer: string,
) =>
  queryOptions({
    queryKey: ['payment-intent', classId, price, currency, buyer],
    queryFn: async () =>
      (
        await request(calls.createPaymentIntent, {
          params: { classId },
          body: { price: toMinorUnits(price), currency },
        })
      ).data,
    gcTime: 0,
    staleTime: Infinity,
    // An expired intent is renewed just after the card provider was reached, even if the browser reports that it is offline.
    networkMode: 'always',
    refetchOnReconnect: true,
  });

export const recordPayment = async (payment: {
  email: string;
  price: number;
  transactionId: string;
  myClass: Class;
}) => (await request(calls.recordPayment, { body: { ...payment, date: new Date().toISOString() } })).data;

export const paymentsQuery = (query: calls.PaymentQuery) =>
  queryOptions({
    queryKey: [...paymentKeys.all, 'list', query],
    queryFn: () => requestPage(calls.listPayments, { query }),
    placeholderData: keepPreviousData,
  });

export const ownPaymentsQuery = (email: string, page: number, limit: number) =>
  queryOptions({
    queryKey: [...paymentKeys.all, 'own', email, page, limit],
    queryFn: () => requestPage(calls.listOwnPayments, { query: { page, limit } }),
    placeholderData: keepPreviousData,
  });

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...paymentKeys.all, 'one', id],
    queryFn: async () => (await request(calls.getPayment, { params: { id } })).data,
  });
