import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { paymentIntentQuery } from '#web/calls/payments.ts';
import { useSite } from '#web/meta/site-context.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { pollDelay } from './poll-delay.ts';

/** An intent costs the provider more than a poll, so its requests start with the delay that follows this many polls. */
const SLOWLY = 6;

/** Whether an error says nothing about the outcome of an earlier attempt. */
const saysNothing = (error: Error): boolean =>
  error instanceof ApiError && (error.isTemporary || error.code === 'too_many_requests');

const isProcessing = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'payment_processing';

/**
 * The intent for paying for a class, and the amount to charge. While an earlier attempt is being processed, it polls
 * for the outcome as long as the screen is open.
 */
export const useIntent = (offer: Class) => {
  const { email } = useSignedInUser();
  const { currency } = useSite();
  const [waited, setWaited] = useState(false);
  const query = useQuery({
    ...paymentIntentQuery(offer._id, { price: offer.price, currency }, email),
    refetchInterval: ({ state: { error, errorUpdateCount } }) =>
      isProcessing(error) || (waited && error && saysNothing(error))
        ? pollDelay(SLOWLY + errorUpdateCount)
        : false,
  });
  const { error } = query;
  if (!waited && isProcessing(error)) setWaited(true);
  return { ...query, isWaiting: isProcessing(error) || Boolean(waited && error && saysNothing(error)) };
};
