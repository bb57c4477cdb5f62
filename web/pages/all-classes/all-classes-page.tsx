import { useQuery } from '@tanstack/react-query';
import { ArrowDownWideNarrow, ArrowUpNarrowWide, BookOpen } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { classesQuery } from '#web/calls/classes.ts';
import { ClassGrid, ClassGridSkeleton } from '#web/classes/class-grid.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useTitle } from '#web/ui/use-title.ts';

const SORTS = [
  { value: 'price', label: 'Ascending', Icon: ArrowUpNarrowWide },
  { value: '-price', label: 'Descending', Icon: ArrowDownWideNarrow },
] as const;
type Sort = (typeof SORTS)[number]['value'];

const readSort = (value: string | null): Sort | undefined =>
  SORTS.find((sort) => sort.value === value)?.value;

const Classes = ({ sort }: { sort: Sort | undefined }) => {
  const { data, isPending, refetch } = useQuery(classesQuery({ status: 'approve', sort }));
  if (isPending) return <ClassGridSkeleton count={6} />;
  if (!data) return <LoadError title="The classes could not be loaded" onRetry={() => void refetch()} />;
  if (data.length === 0) {
    return (
      <Notice icon={<BookOpen />} title="No classes yet">
        <p className="muted">The first ones are being reviewed. Please come back soon.</p>
      </Notice>
    );
  }
  return <ClassGrid classes={data} heading="h2" />;
};

export const Component = () => {
  useTitle('All Classes');
  const [search, setSearch] = useSearchParams();
  const sort = readSort(search.get('sort'));
  return (
    <div className="page grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1>All Classes</h1>
        <div role="group" aria-label="Sort by price" className="join">
          {SORTS.map(({ value, label, Icon }) => (
            <button
              key={value}
              type="button"
              className={`btn join-item ${sort === value ? 'btn-primary' : ''}`}
              aria-pressed={sort === value}
              onClick={() => setSearch({ sort: value }, { replace: true })}
            >
              <Icon className="size-4" aria-hidden="true" />
              {label}
            </button>
          ))}
        </div>
      </div>
      <Classes sort={sort} />
    </div>
  );
};
