import { type ReactNode, useId } from 'react';
import { LoadError } from '#web/ui/load-error.tsx';
import { PanelSkeleton } from '#web/ui/panel-skeleton.tsx';

/** A titled panel of the home screen. */
export const HomePanel = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useId();
  return (
    <section className="panel grid grid-cols-1 content-start gap-4 p-6" aria-labelledby={heading}>
      <h2 id={heading} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
};

interface LoadedProps<Data> {
  query: { data: Data | undefined; isPending: boolean; refetch: () => unknown };
  /** Shown if the data could not be loaded. */
  failure: string;
  children: (data: Data) => ReactNode;
}

/** What was loaded, or an error with a retry. */
export const Loaded = <Data,>({ query, failure, children }: LoadedProps<Data>) => {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <PanelSkeleton />;
  return <LoadError title={failure} onRetry={() => void query.refetch()} />;
};
