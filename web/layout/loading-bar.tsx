import { useIsLoading } from '#web/routing/loading.ts';

/** Shows that a link has been followed while the next page is still loading: a bar, and a message for screen readers. */
export const LoadingBar = () => {
  const isLoading = useIsLoading();
  return (
    <>
      <p role="status" className="sr-only">
        {isLoading && 'Loading the page...'}
      </p>
      {isLoading && (
        <div
          className="fixed inset-x-0 top-0 z-40 h-1 bg-primary motion-safe:animate-pulse"
          aria-hidden="true"
        />
      )}
    </>
  );
};
