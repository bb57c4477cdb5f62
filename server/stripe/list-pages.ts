import type Stripe from 'stripe';

/** Entries of a page: the most that the provider lists. */
export const PAGE_SIZE = 100;

/**
 * Reads a whole list of the provider page by page, newest first, so that what is done with a page is done before the next one
 * is read.
 * @param list asks for one page (https://docs.stripe.com/api/pagination)
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
