import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { ApiError } from '#web/calls/api-error.ts';
import { paymentIntentQuery } from '#web/calls/payments.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { pollDelay } from './poll-delay.ts';

/** Questions after which asking for an intent again, which costs the provider more, takes the longest pause. */
const SLOWLY = 6;

/** Answers that say nothing of what became of an earlier try. */
const saysNothing = (error: Error): boolean =>
  error instanceof ApiError && (error.isTemporary || error.code === 'too_many_requests');

const isProcessing = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'payment_processing';

/**
 * The intent with which a class is paid for, and what will be charged. While an earlier try is being processed it
 * waits for the outcome, and asks again for as long as the screen is open.
 */
export const useIntent = (offer: Class) => {
  const { email } = useSignedInUser();
  const [waited, setWaited] = useState(false);
  const query = useQuery({
    ...paymentIntentQuery(offer._id, offer.price, email),
    refetchInterval: ({ state: { error, errorUpdateCount } }) =>
      isProcessing(error) || (waited && error && saysNothing(error))
        ? pollDelay(SLOWLY + errorUpdateCount)
        : false,
  });
  const { error } = query;
  if (!waited && isProcessing(error)) setWaited(true);
  return { ...query, isWaiting: isProcessing(error) || Boolean(waited && error && saysNothing(error)) };
};
