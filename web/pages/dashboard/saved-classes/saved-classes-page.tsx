import { useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkX } from 'lucide-react';
import { PAGE_SIZE } from '#contract/paging.ts';
import { SAVED_CLASS_SORTS } from '#contract/saved-classes.ts';
import { savedClassPageQuery } from '#web/calls/saved-classes.ts';
import { ClassCard } from '#web/classes/class-card.tsx';
import { CLASS_GRID, ClassGridSkeleton } from '#web/classes/class-grid.tsx';
import { useSaving } from '#web/classes/use-saving.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { Notice } from '#web/ui/notice.tsx';

/** The classes that the user has saved for later. */
export const Component = () => {
  const { email } = useSignedInUser();
  const list = useListState({ sorts: SAVED_CLASS_SORTS, size: PAGE_SIZE.classes });
  const { page, limit } = list.query;
  const classes = useQuery(savedClassPageQuery({ page, limit }, email));
  const removal = useSaving();
  return (
    <div className="grid gap-6">
      <PageMeta title="Saved Classes" />
      <h1>Saved Classes</h1>
      <ListView
        list={list}
        loaded={classes}
        noun={['class', 'classes']}
        failure="Your saved classes could not be loaded"
        skeleton={<ClassGridSkeleton count={3} />}
        empty={
          <Notice icon={<Bookmark />} title="No saved classes">
            <p className="muted">Save a class on its page to find it here later.</p>
            <Link to={PATHS.allClasses} className="btn btn-primary">
              Find a class
            </Link>
          </Notice>
        }
      >
        {(rows) => (
          <ul className={CLASS_GRID}>
            {rows.map((offer) => (
              <li key={offer._id} className="grid grid-rows-[1fr_auto] gap-2">
                <ClassCard offer={offer} among={rows} heading="h2" />
                <button
                  type="button"
                  className="btn btn-ghost btn-sm justify-self-center"
                  disabled={removal.isPending}
                  // Otherwise the focus would leave it for the card meanwhile.
                  aria-busy={removal.isPending}
                  onClick={() => removal.mutate({ classId: offer._id, saved: false })}
                  aria-label={`Remove from saved: ${offer.title}`}
                >
                  <BookmarkX className="size-4" aria-hidden="true" />
                  Remove from saved
                </button>
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </div>
  );
};
