/** Takes the place of content that waits for the connection. It loads by itself when the connection is back. */
export const Offline = ({ what = 'This part' }: { what?: string }) => (
  <p role="status" className="panel px-4 py-3 font-semibold">
    You’re offline. {what} will be loaded when you’re connected again.
  </p>
);
