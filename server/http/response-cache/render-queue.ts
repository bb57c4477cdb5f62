import { setImmediate } from 'node:timers/promises';

/** The number of pages that are rendered at a time: while one waits for its data, another is rendered. */
const AT_ONCE = 2;
/** The maximum number of waiting pages: at 7 ms each, the last one waits a quarter of a second. */
const WAITING = 32;

/** The error of a page for which the queue has no room. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

export interface Job<T> {
  result: Promise<T>;
  /** Gives the job the priority of signed-in users, because one of them waits for it as well. */
  promote: () => void;
}

interface Waiting {
  hasPriority: boolean;
  start: () => void;
  refuse: (error: QueueFull) => void;
}

/**
 * Limits the number of pages that are rendered or waiting. If the queue is full, jobs that only anonymous visitors wait
 * for are refused first, the newest first. Jobs of signed-in users have priority.
 */
export class RenderQueue {
  private running = 0;
  private readonly waiting: Waiting[] = [];
  private readonly atOnce: number;
  private readonly longest: number;

  constructor(atOnce = AT_ONCE, longest = WAITING) {
    this.atOnce = atOnce;
    this.longest = longest;
  }

  /** Whether the next job would have to wait, or be refused. */
  get isBusy(): boolean {
    return this.running >= this.atOnce;
  }

  /** Adds a job. @returns the job; its result rejects with QueueFull if there is no room for it */
  add<T>(hasPriority: boolean, work: () => Promise<T>): Job<T> {
    let promote = () => {};
    const turn = new Promise<void>((start, refuse) => {
      const entry: Waiting = { hasPriority, start, refuse };
      promote = () => {
        entry.hasPriority = true;
      };
      if (this.isBusy) this.enqueue(entry);
      else this.begin(entry);
    });
    return { result: turn.then(() => this.perform(work)), promote };
  }

  private enqueue(entry: Waiting): void {
    if (this.waiting.length >= this.longest) {
      const newest = entry.hasPriority ? this.waiting.findLastIndex(({ hasPriority }) => !hasPriority) : -1;
      const [refused] = newest < 0 ? [entry] : this.waiting.splice(newest, 1);
      refused!.refuse(new QueueFull());
      if (refused === entry) return;
    }
    this.waiting.push(entry);
  }

  private begin(entry: Waiting): void {
    this.running += 1;
    entry.start();
  }

  private async perform<T>(work: () => Promise<T>): Promise<T> {
    try {
      // Other events are processed between two pages.
      await setImmediate();
      return await work();
    } finally {
      this.running -= 1;
      const urgent = this.waiting.findIndex(({ hasPriority }) => hasPriority);
      const [next] = this.waiting.splice(Math.max(urgent, 0), 1);
      if (next) this.begin(next);
    }
  }
}
