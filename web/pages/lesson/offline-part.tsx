/**
 * Replaces a part of a lesson while the browser is offline. The part loads by itself afterwards.
 * @param what plural subject of the sentence
 */
export const OfflinePart = ({ what }: { what: string }) => (
  <p role="status" className="muted">
    You’re offline. {what} appear once you’re online again.
  </p>
);
