import { useQuery } from '@tanstack/react-query';
import { ArrowDownWideNarrow, ArrowUpNarrowWide, BookOpen } from 'lucide-react';
import { PAGE_SIZE, SKILL_CATEGORIES } from '#contract/constants.ts';
import { classPageQuery } from '#web/calls/classes.ts';
import { ClassGrid, ClassGridSkeleton } from '#web/classes/class-grid.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useTitle } from '#web/ui/use-title.ts';

const PRICE_SORTS = [
  { value: 'price', label: 'Ascending', Icon: ArrowUpNarrowWide },
  { value: '-price', label: 'Descending', Icon: ArrowDownWideNarrow },
] as const;
const SORTS = PRICE_SORTS.map(({ value }) => value);

const CATEGORY_FILTER = {
  name: 'category' as const,
  label: 'Category',
  anything: 'Every category',
  options: SKILL_CATEGORIES.map((value) => ({ value, label: value })),
};

/** Approved classes only, sorted by price where asked (spec section 2). */
export const Component = () => {
  useTitle('All Classes');
  const list = useListState({
    sorts: SORTS,
    filters: { category: SKILL_CATEGORIES },
    size: PAGE_SIZE.classes,
  });
  const category = SKILL_CATEGORIES.find((known) => known === list.filters.category);
  const classes = useQuery(classPageQuery({ ...list.query, category, status: 'approve' }));
  return (
    <div className="page grid gap-8">
      <h1>All Classes</h1>
      <ListToolbar list={list} searchLabel="Search classes" filters={[CATEGORY_FILTER]}>
        <div role="group" aria-label="Sort by price" className="join">
          {PRICE_SORTS.map(({ value, label, Icon }) => (
            <button
              key={value}
              type="button"
              className={`btn join-item ${list.sort === value ? 'btn-primary' : ''}`}
              aria-pressed={list.sort === value}
              onClick={() => list.change('sort', list.sort === value ? undefined : value)}
            >
              <Icon className="size-4" aria-hidden="true" />
              {label}
            </button>
          ))}
        </div>
      </ListToolbar>
      <ListView
        list={list}
        loaded={classes}
        failure="The classes could not be loaded"
        skeleton={<ClassGridSkeleton count={6} />}
        empty={
          <Notice icon={<BookOpen />} title="No classes yet">
            <p className="muted">The first ones are being reviewed. Please come back soon.</p>
          </Notice>
        }
      >
        {(rows) => <ClassGrid classes={rows} heading="h2" />}
      </ListView>
    </div>
  );
};
