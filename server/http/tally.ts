/** Counts what anybody can make happen often, so that the log has one line a period and not one each time. */
export class Tally {
  private readonly report: (count: number) => void;
  private readonly period: number;
  private counted = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param report logs how many there were in a period of `period` milliseconds; not called for none */
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

  tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.counted > 0) this.report(this.counted);
    this.counted = 0;
  }

  private start(): void {
    this.timer ??= setTimeout(() => this.tell(), this.period).unref();
  }
}
