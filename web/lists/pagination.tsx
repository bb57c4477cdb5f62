import { ChevronLeft, ChevronRight } from 'lucide-react';

export type Noun = readonly [singular: string, plural: string];

interface PaginationProps {
  page: number;
  total: number;
  /** Singular and plural of the list's noun. */
  noun: Noun;
  size: number;
  /** The count's upper bound. A higher total means "more than this". Absent: the total is exact. */
  countLimit?: number;
  onPage: (page: number) => void;
}

/** The current position in a list, with buttons for the previous and next page. */
export const Pagination = ({ page, total, noun, size, countLimit = Infinity, onPage }: PaginationProps) => {
  const counted = Math.min(total, countLimit);
  const last = Math.max(Math.ceil(counted / size), 1);
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, counted);
  const count = `${total > countLimit ? 'more than ' : ''}${counted.toLocaleString('en-US')}`;
  if (last === 1) {
    return (
      <p role="status" className="muted text-sm">
        {count} {noun[total === 1 ? 0 : 1]}
      </p>
    );
  }
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="muted text-sm">
        {from.toLocaleString('en-US')} to {to.toLocaleString('en-US')} of {count}
      </p>
      <div className="join">
        <button
          type="button"
          className="btn btn-on-page join-item"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
          aria-label="Previous page"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
        </button>
        <span className="join-item flex items-center border border-base-300 bg-base-100 px-4 text-sm font-semibold">
          Page {page.toLocaleString('en-US')} of {last.toLocaleString('en-US')}
        </span>
        <button
          type="button"
          className="btn btn-on-page join-item"
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
          aria-label="Next page"
        >
          <ChevronRight className="size-4" aria-hidden="true" />
        </button>
      </div>
    </nav>
  );
};
