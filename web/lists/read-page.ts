import { PAGE_SIZE } from '#contract/paging.ts';

/** Reads a page number from an address. Anything invalid is read as the first page. */
export const readPage = (value: string | null): number => {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= PAGE_SIZE.lastPage ? page : 1;
};
