import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#contract/format-number.ts';
import { Link } from '#web/routing/link.tsx';

export type Noun = readonly [singular: string, plural: string];

/** How to reach another page: by its address, so that links work without JavaScript, or within the page. */
export type Paging =
  { searchOf: (page: number) => string; hash?: string } | { onPage: (page: number) => void };

type PaginationProps = Paging & {
  page: number;
  total: number;
  /** Singular and plural of the noun. */
  noun: Noun;
  size: number;
  /** The upper bound of the count. A higher total means "more than this". Absent: the total is exact. */
  countLimit?: number;
};

interface StepProps {
  label: string;
  page: number;
  /** Whether the page exists. */
  isThere: boolean;
  paging: Paging;
  children: ReactNode;
}

const STEP_CLASS = 'btn btn-on-page join-item';

const Step = ({ label, page, isThere, paging, children }: StepProps) =>
  'searchOf' in paging && isThere ? (
    <Link to={{ search: paging.searchOf(page), hash: paging.hash }} className={STEP_CLASS} aria-label={label}>
      {children}
    </Link>
  ) : (
    <button
      type="button"
      className={STEP_CLASS}
      disabled={!isThere}
      onClick={() => 'onPage' in paging && paging.onPage(page)}
      aria-label={label}
    >
      {children}
    </button>
  );

/** The current position in a list, with links to the previous and the next page. */
export const Pagination = ({
  page,
  total,
  noun,
  size,
  countLimit = Infinity,
  ...paging
}: PaginationProps) => {
  const counted = Math.min(total, countLimit);
  const last = Math.max(Math.ceil(counted / size), 1);
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, counted);
  const count = `${total > countLimit ? 'more than ' : ''}${formatNumber(counted)}`;
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
        {formatNumber(from)} to {formatNumber(to)} of {count}
      </p>
      <div className="join max-w-full">
        <Step label="Previous page" page={page - 1} isThere={page > 1} paging={paging}>
          <ChevronLeft className="size-4" aria-hidden="true" />
        </Step>
        <span className="join-item flex items-center border border-base-300 bg-base-100 px-4 text-sm font-semibold">
          Page {formatNumber(page)} of {formatNumber(last)}
        </span>
        <Step label="Next page" page={page + 1} isThere={page < last} paging={paging}>
          <ChevronRight className="size-4" aria-hidden="true" />
        </Step>
      </div>
    </nav>
  );
};
