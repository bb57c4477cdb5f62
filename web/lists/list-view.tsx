import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Offline } from '#web/ui/offline.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { type Noun, Pagination } from './pagination.tsx';
import { PastTheEnd } from './past-the-end.tsx';
import type { ListState } from './use-list-state.ts';

interface LoadedPage<Row> {
  data: { rows: Row[]; total: number } | undefined;
  isPending: boolean;
  isPlaceholderData: boolean;
  /** Whether the query is waiting for the connection to return. */
  isPaused: boolean;
  refetch: () => unknown;
}

interface ListViewProps<Row> {
  list: Pick<ListState, 'q' | 'page' | 'size' | 'filters' | 'isFiltered' | 'clear' | 'searchOf'>;
  loaded: LoadedPage<Row>;
  noun: Noun;
  /** The upper bound of the count, if not all entries are counted. */
  countLimit?: number;
  /** Shown if the page could not be loaded. */
  failure: string;
  /** Shown if the list is empty. */
  empty: ReactNode;
  /** Shown if no entry matches the filters. Default: a notice with a button that removes them. */
  noMatches?: ReactNode;
  /** Shown with the default notice that no entry matches the filters. */
  hint?: ReactNode;
  /** Shown while the first page loads. */
  skeleton?: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** What to change, so that entries match again. */
const adviceFor = ({ q, filters }: Pick<ListState, 'q' | 'filters'>): string => {
  if (Object.keys(filters).length === 0) return 'Try other or fewer words.';
  return q ? 'Try other words or fewer filters.' : 'Try other or fewer filters.';
};

const NoMatches = ({ hint, list }: Pick<ListViewProps<never>, 'hint' | 'list'>) => (
  <Notice icon={<SearchX />} title="No matches found" role="status">
    {hint}
    <p className="muted">{adviceFor(list)}</p>
    <button type="button" className="btn btn-primary" onClick={list.clear}>
      Show all
    </button>
  </Notice>
);

/** A page of a list in any state: loading, failed, empty, no matches, loaded. */
export const ListView = <Row,>({
  list,
  loaded,
  noun,
  countLimit,
  failure,
  empty,
  noMatches,
  hint,
  skeleton,
  children,
}: ListViewProps<Row>) => {
  const { data, isPending, isPlaceholderData, isPaused, refetch } = loaded;
  if (isPending) return isPaused ? <Offline what="The list" /> : (skeleton ?? <ListSkeleton />);
  if (!data) return <LoadError title={failure} onRetry={() => void refetch()} />;
  // The rows are those of the previous filter.
  if (data.rows.length === 0 && isPaused) return <Offline what="The list" />;
  if (data.rows.length === 0) {
    if (list.page > 1 && data.total > 0) return <PastTheEnd first={list.searchOf(1)} />;
    return list.isFiltered ? (noMatches ?? <NoMatches hint={hint} list={list} />) : empty;
  }
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={isPlaceholderData}>
      {isPaused && <Offline what="The list" />}
      <div className={isPlaceholderData ? 'grayscale transition-[filter] duration-300' : undefined}>
        {children(data.rows)}
      </div>
      <Pagination
        page={list.page}
        size={list.size}
        total={data.total}
        noun={noun}
        countLimit={countLimit}
        searchOf={list.searchOf}
      />
    </div>
  );
};
