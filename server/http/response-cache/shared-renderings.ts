import type { Job, RenderQueue } from './render-queue.ts';

/**
 * The time within which a document is compressed and cached, in milliseconds. Until then, further requests share it.
 */
const HANDOVER = 500;

/** A page being rendered, and the number of changes to the data that were known when it began. */
interface Rendering<T> extends Job<T> {
  changes: number;
}

/** Renders each page once for all requests that wait for it, unless data has changed since the rendering began. */
export class SharedRenderings<T> {
  private readonly underway = new Map<string, Rendering<T>>();
  private readonly queue: RenderQueue;
  private readonly data: { readonly changes: number };

  /** @param data counts the changes to the data of pages */
  constructor(queue: RenderQueue, data: { readonly changes: number }) {
    this.queue = queue;
    this.data = data;
  }

  /** Whether the next page would have to wait, or be refused. */
  get isBusy(): boolean {
    return this.queue.isBusy;
  }

  /**
   * @param key the same for requests that get the same page; undefined for a page that is not shared
   * @throws QueueFull if too many pages are already waiting
   */
  render(key: string | undefined, hasPriority: boolean, work: () => Promise<T>): Promise<T> {
    if (key === undefined) return this.queue.add(hasPriority, work).result;
    const running = this.underway.get(key);
    if (running?.changes !== this.data.changes) return this.begin(key, hasPriority, work);
    if (hasPriority) running.promote();
    return running.result;
  }

  private begin(key: string, hasPriority: boolean, work: () => Promise<T>): Promise<T> {
    const rendering = { ...this.queue.add(hasPriority, work), changes: this.data.changes };
    this.underway.set(key, rendering);
    const end = () => {
      if (this.underway.get(key) === rendering) this.underway.delete(key);
    };
    rendering.result.then(() => setTimeout(end, HANDOVER).unref(), end);
    return rendering.result;
  }
}
