import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import { toMinorUnits } from '#contract/money.ts';
import {
  createPaymentIntent,
  listPayments,
  type PaymentQuery,
  recordPayment as recordPaymentCall,
} from '#contract/payments.ts';
import { request, requestPage } from './api-client.ts';

/** The client secret for a class at a price (major units). Asked anew on every visit of the payment screen. */
export const paymentIntentQuery = (classId: string, price: number, buyer: string) =>
  queryOptions({
    queryKey: ['payment-intent', classId, price, buyer],
    queryFn: async () =>
      (await request(createPaymentIntent, { params: { classId }, body: { price: toMinorUnits(price) } })).data
        .clientSecret,
    gcTime: 0,
    staleTime: Infinity,
  });

export const recordPayment = async (payment: {
  email: string;
  price: number;
  transactionId: string;
  myClass: Class;
}) => (await request(recordPaymentCall, { body: { ...payment, date: new Date().toISOString() } })).data;

export const paymentsQuery = (query: PaymentQuery) =>
  queryOptions({
    queryKey: ['payments', query],
    queryFn: () => requestPage(listPayments, { query }),
    placeholderData: keepPreviousData,
  });
