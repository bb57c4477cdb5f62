import { Link } from '#web/routing/link.tsx';
import { HomePanel, Loaded } from './home-panel.tsx';

export interface OpenTask {
  /** The screen for the work. */
  to: string;
  text: string;
}

/** Returns an item with the count and the matching noun, or nothing if the count is zero. */
export const counted = (to: string, count: number, [one, several]: readonly [string, string]): OpenTask[] =>
  count === 0 ? [] : [{ to, text: `${count} ${count === 1 ? one : several}` }];

interface OpenTasksProps {
  /** What they are counted by. */
  queries: { isPending: boolean; refetch: () => unknown }[];
  /** Absent unless all of them were loaded. */
  items: OpenTask[] | undefined;
  /** Shown if there is no work. */
  nothing: string;
}

/** The user's open work, each item with a link to its screen. */
export const OpenTasks = ({ queries, items, nothing }: OpenTasksProps) => (
  <Loaded
    query={{
      data: items,
      isPending: queries.some(({ isPending }) => isPending),
      refetch: () => queries.forEach((query) => void query.refetch()),
    }}
    failure="Your open tasks could not be loaded"
  >
    {(tasks) => (
      <HomePanel title="Waiting for you">
        {tasks.length === 0 ? (
          <p className="muted">{nothing}</p>
        ) : (
          <ul className="grid gap-3">
            {tasks.map(({ to, text }) => (
              <li key={to}>
                <Link to={to} dir="auto" className="link inline-block min-h-6 font-semibold wrap-anywhere">
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </HomePanel>
    )}
  </Loaded>
);
