/** Fills a page, or a part of the given height, while its content loads. */
export const PageSpinner = ({ height = 'min-h-[60vh]' }: { height?: string }) => (
  <div className={`grid ${height} place-items-center`}>
    <p role="status" className="flex items-center gap-3 font-semibold">
      <span className="spinner text-primary" aria-hidden="true" />
      Loading...
    </p>
  </div>
);
