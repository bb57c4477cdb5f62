import { useQuery } from '@tanstack/react-query';
import { ArrowDownWideNarrow, ArrowUpNarrowWide, GraduationCap, type LucideIcon } from 'lucide-react';
import { Suspense } from 'react';
import { COUNTED_ENTRIES, FOUND_ENTRIES } from '#contract/paging.ts';
import { classPageQuery } from '#web/calls/classes.ts';
import { ClassGrid, ClassGridSkeleton } from '#web/classes/class-grid.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { readListState, useListState, writeListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { PATHS } from '#web/paths.ts';
import { deferred } from '#web/rendering/deferred.ts';
import { partOf } from '#web/rendering/later.tsx';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useFormatPrice } from '#web/ui/use-format-price.ts';
import {
  categoryFilter,
  levelFilter,
  listOptions,
  listOptionsOf,
  priceFilter,
  toClassFilter,
} from './class-filters.ts';

type Sort = ReturnType<typeof listOptions>['sorts'][number];

interface SortGroup {
  label: string;
  sorts: { value: Sort; label: string; Icon?: LucideIcon }[];
}

const SORT_GROUPS: SortGroup[] = [
  {
    label: 'Sort by popularity or rating',
    sorts: [
      { value: '-enroll', label: 'Popular' },
      { value: '-rating', label: 'Best rated' },
    ],
  },
  {
    label: 'Sort by price',
    sorts: [
      { value: 'price', label: 'Ascending', Icon: ArrowUpNarrowWide },
      { value: '-price', label: 'Descending', Icon: ArrowDownWideNarrow },
    ],
  },
];

/** Loaded only if a search finds nothing. */
const loadCorrection = deferred(() => import('./correction.tsx'));

const Correction = partOf(loadCorrection, (loaded) => loaded.Correction);

export const handle: PageHandle = {
  address: ({ search }) =>
    `${PATHS.allClasses}${writeListState(readListState(search, listOptionsOf(search)))}`,
  prefetch: async ({ search, site, load }) => {
    const filter = toClassFilter(readListState(search, listOptions(site.skills)));
    const page = await load(classPageQuery(filter));
    // Not part of the browser's script.
    if (import.meta.env.SSR && filter.q && page?.total === 0)
      await load((await loadCorrection()).correctionQuery(filter));
  },
};

/** Search engines index pages and categories. Searches and sort orders only repeat the same classes. */
const canonicalOf = (category: string | undefined, page: number): string => {
  const search = new URLSearchParams();
  if (category) search.set('category', category);
  if (page > 1) search.set('page', String(page));
  return `${PATHS.allClasses}${search.size > 0 ? `?${search}` : ''}`;
};

/** The public catalog, with approved classes only. */
export const Component = () => {
  const { skills } = useSite();
  const list = useListState(listOptions(skills));
  const filter = toClassFilter(list);
  const classes = useQuery(classPageQuery(filter));
  const { category } = list.filters;
  return (
    <div className="page grid gap-8">
      <PageMeta
        title={category ? `${category} classes` : 'All Classes'}
        description={`Browse ${category ?? 'all'} classes with their prices and teachers. Sort them by rating or price, or filter them by subject and level.`}
        canonical={canonicalOf(category, list.page)}
      />
      <h1>All Classes</h1>
      <ListToolbar
        list={list}
        loaded={classes}
        searchLabel="Search classes"
        filters={[
          categoryFilter(skills.skillCategories),
          levelFilter(skills.experienceLevels),
          priceFilter(useFormatPrice()),
        ]}
      >
        <div className="flex flex-wrap gap-3">
          {SORT_GROUPS.map((group) => (
            <div key={group.label} role="group" aria-label={group.label} className="join flex-wrap">
              {group.sorts.map(({ value, label, Icon }) => (
                <button
                  key={value}
                  type="submit"
                  name="sort"
                  value={list.sort === value ? '' : value}
                  className={`btn join-item ${list.sort === value ? 'btn-primary' : 'btn-on-page'}`}
                  aria-pressed={list.sort === value}
                  onClick={() => list.change('sort', list.sort === value ? undefined : value)}
                >
                  {Icon && <Icon className="size-4" aria-hidden="true" />}
                  {label}
                </button>
              ))}
            </div>
          ))}
        </div>
      </ListToolbar>
      <ListView
        list={list}
        loaded={classes}
        noun={['class', 'classes']}
        countLimit={list.q ? FOUND_ENTRIES : COUNTED_ENTRIES}
        failure="The classes could not be loaded"
        hint={
          list.q &&
          !classes.isPlaceholderData && (
            <Suspense>
              <Correction filter={filter} list={list} />
            </Suspense>
          )
        }
        skeleton={<ClassGridSkeleton count={6} />}
        empty={
          <Notice icon={<GraduationCap />} title="No classes yet">
            <p className="muted">The first classes are being reviewed. Please check back soon.</p>
          </Notice>
        }
      >
        {(rows) => <ClassGrid classes={rows} heading="h2" isFirst />}
      </ListView>
    </div>
  );
};
