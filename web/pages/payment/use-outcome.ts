import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import { ApiError } from '#web/calls/api-error.ts';
import { recordPayment } from '#web/calls/payments.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { pollDelay } from './poll-delay.ts';

/** What became of a payment, as far as the server knows. `times`: in a row, so far. */
export type Outcome =
  | { kind: 'enrolled' }
  | { kind: 'refunded'; message: string }
  | { kind: 'not paid'; times: number }
  | { kind: 'unknown' };

/** A read at the provider may be a little old: it has to say twice that nothing was paid. */
const isFinal = (outcome: Outcome | undefined, isCharged: boolean): boolean => {
  if (!outcome || outcome.kind === 'unknown') return false;
  return outcome.kind !== 'not paid' || (!isCharged && outcome.times > 1);
};

/**
 * Asks the server what became of a payment until that is known, less often as time goes by, and no longer than the
 * screen is open. A refusal that says nothing of the payment, such as "too many requests", leaves it unknown.
 *
 * @param isCharged whether the provider said already that it was paid
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
    staleTime: Infinity,
    gcTime: 0,
  });
  return isFinal(data, isCharged) ? data : undefined;
};
