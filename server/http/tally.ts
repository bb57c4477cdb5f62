/** Counts events that anyone can cause often, so that the log has one line per period instead of one per event. */
export class Tally {
  private readonly report: (count: number) => void;
  private readonly period: number;
  private counted = 0;
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param report logs the number of events in a period of `period` milliseconds; it is not called if there were none
   */
  constructor(report: (count: number) => void, period: number) {
    this.report = report;
    this.period = period;
  }

  count(): void {
    this.counted += 1;
    this.start();
  }

  /** Like `count`, but leaves the first of a period to the caller. @returns whether this was the first */
  countAfterFirst(): boolean {
    const isFirst = this.timer === undefined;
    if (!isFirst) this.counted += 1;
    this.start();
    return isFirst;
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.counted > 0) this.report(this.counted);
    this.counted = 0;
  }

  private start(): void {
    this.timer ??= setTimeout(() => this.flush(), this.period).unref();
  }
}
