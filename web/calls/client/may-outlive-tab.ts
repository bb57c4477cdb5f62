/**
 * The maximum size of a body, in bytes. Browsers limit the requests of a page that outlive it to 64 KB together. The rest
 * is for the others, such as progress.
 */
const MAX_BODY_BYTES = 60 * 1_024;

/** Whether a request with this body can be sent even if the tab is closed. Browsers send no larger ones that way. */
export const mayOutliveTab = (body: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(body)).length <= MAX_BODY_BYTES;
