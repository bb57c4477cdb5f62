import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { recordPayment } from '#web/calls/payments.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { pollDelay } from './poll-delay.ts';

/** The outcome of a payment as far as the server knows. `times` counts consecutive identical results. */
export type Outcome =
  | { kind: 'enrolled' }
  | { kind: 'refunded'; message: string }
  | { kind: 'not paid'; times: number }
  | { kind: 'unknown' };

/** Reads at the provider may be slightly stale, so "not paid" must be reported twice. */
const isFinal = (outcome: Outcome | undefined, isCharged: boolean): boolean => {
  if (!outcome || outcome.kind === 'unknown') return false;
  return outcome.kind !== 'not paid' || (!isCharged && outcome.times > 1);
};

/**
 * Polls the server for the outcome of a payment, at increasing intervals and as long as the screen is open. An error
 * that says nothing about the payment, such as "too many requests", leaves the outcome unknown.
 * @param isCharged whether the provider has already reported success
 * @returns the outcome once it is final
 */
export const useOutcome = (offer: Class, transactionId: string, isCharged: boolean): Outcome | undefined => {
  const queryClient = useQueryClient();
  const { email } = useSignedInUser();
  const queryKey = ['payment-outcome', transactionId];
  const { data } = useQuery({
    queryKey,
    queryFn: async (): Promise<Outcome> => {
      try {
        await recordPayment({ email, price: offer.price, transactionId, myClass: offer });
        return { kind: 'enrolled' };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'payment_refunded') return { kind: 'refunded', message: error.message };
        if (error.code !== 'payment_not_succeeded') return { kind: 'unknown' };
        const before = queryClient.getQueryData<Outcome>(queryKey);
        return { kind: 'not paid', times: before?.kind === 'not paid' ? before.times + 1 : 1 };
      }
    },
    refetchInterval: ({ state }) =>
      isFinal(state.data, isCharged) ? false : pollDelay(state.dataUpdateCount),
    retry: false,
    // The browser may take itself to be offline although the card provider was reached.
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
  });
  return isFinal(data, isCharged) ? data : undefined;
};
