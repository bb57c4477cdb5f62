import { PAGE_SIZE } from '#contract/paging.ts';

/** A page number from an address. Anything else is the first page. */
export const readPage = (value: string | null): number => {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= PAGE_SIZE.lastPage ? page : 1;
};
