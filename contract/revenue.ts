import { z } from 'zod';
import { defineCall } from './call.ts';
import { idSchema } from './common.ts';
import { daysQuerySchema, pageQuerySchema } from './paging.ts';

const tag = 'Payments';

/** Sums of payments, in major units. */
const revenueSchema = z.object({
  count: z.int().min(0),
  /** Card payments. */
  amount: z.number(),
  /** Refunded by the card provider or by other means. */
  refunded: z.number(),
  /** Lost in disputes. */
  lost: z.number(),
  /** What remains of `amount`. */
  revenue: z.number(),
});

export const classRevenueSchema = revenueSchema
  .extend({ classId: idSchema, title: z.string(), teacher: z.string() })
  .meta({ id: 'ClassRevenue' });

export type Revenue = z.infer<typeof revenueSchema>;
export type ClassRevenue = z.infer<typeof classRevenueSchema>;

const dailyRevenueSchema = z.array(revenueSchema.extend({ date: z.iso.date() }));

/** The revenue of the last `days` days (UTC): the total, each day, and the classes with the highest revenue. */
export const getPaymentTotals = defineCall({
  method: 'GET',
  path: '/payments/totals',
  summary: 'Revenue by day and by class',
  tag,
  authorization: 'required',
  query: daysQuerySchema,
  response: z
    .object({
      total: revenueSchema,
      days: dailyRevenueSchema,
      classes: z.array(classRevenueSchema),
    })
    .meta({ id: 'PaymentTotals' }),
});

export type PaymentTotals = z.infer<typeof getPaymentTotals.response>;

export const listEarnings = defineCall({
  method: 'GET',
  path: '/earnings',
  summary: 'The earnings of each of the caller’s classes, highest first',
  tag,
  authorization: 'required',
  query: pageQuerySchema,
  response: z.array(classRevenueSchema),
});

/** The total of all time, and each of the last `days` days (UTC). */
export const getEarningTotals = defineCall({
  method: 'GET',
  path: '/earnings/totals',
  summary: 'The earnings of the caller’s classes: the total and by day',
  tag,
  authorization: 'required',
  query: daysQuerySchema,
  response: z.object({ total: revenueSchema, days: dailyRevenueSchema }).meta({ id: 'EarningTotals' }),
});

export type EarningTotals = z.infer<typeof getEarningTotals.response>;

export const exportEarnings = defineCall({
  method: 'GET',
  path: '/exports/earnings.csv',
  summary: 'The payments for the caller’s classes as CSV, newest first, without the buyers',
  tag,
  authorization: 'required',
  format: 'csv',
  response: z.string(),
});
