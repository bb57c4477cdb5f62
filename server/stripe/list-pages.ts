import type Stripe from 'stripe';

/** The number of entries on a page: the provider's maximum. */
export const PAGE_SIZE = 100;

/**
 * Reads a whole list of the provider, newest first. A page is requested only after the caller has processed the
 * previous one.
 * @param list requests one page (https://docs.stripe.com/api/pagination)
 */
export async function* listPages<Entry extends { id: string }>(
  list: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<Entry>>,
): AsyncGenerator<Entry[]> {
  let after: string | undefined;
  for (;;) {
    const { data, has_more: hasMore } = await list({
      limit: PAGE_SIZE,
      ...(after && { starting_after: after }),
    });
    yield data;
    after = data.at(-1)?.id;
    if (!hasMore || !after) return;
  }
}
