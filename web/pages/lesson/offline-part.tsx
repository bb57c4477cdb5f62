/** Stands for a part of a lesson that is loaded by itself once the browser is online again. @param what begins a sentence, plural */
export const OfflinePart = ({ what }: { what: string }) => (
  <p role="status" className="muted">
    You’re offline. {what} appear once you’re online again.
  </p>
);
