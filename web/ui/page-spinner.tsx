/** Fills a page while its content loads. */
export const PageSpinner = () => (
  <div className="grid min-h-[60vh] place-items-center">
    <p role="status" className="flex items-center gap-3 font-semibold">
      <span className="loading loading-spinner text-primary" aria-hidden="true" />
      Loading...
    </p>
  </div>
);
