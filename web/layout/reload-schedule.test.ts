import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReloadSchedule, type ReloadSchedule } from './reload-schedule.ts';

const obstacles = { isHidden: false, isBusy: false };
const reload = vi.fn();
let schedule: ReloadSchedule;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(obstacles, { isHidden: false, isBusy: false });
  reload.mockClear();
  schedule = createReloadSchedule(reload, () => obstacles);
});
afterEach(() => {
  schedule.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('reloads at different moments, but within a few seconds', () => {
  const delays = [0, 0.5, 0.999].map((random) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const started = Date.now();
    let delay = 0;
    const one = createReloadSchedule(
      () => (delay = Date.now() - started),
      () => obstacles,
    );
    one.add(Infinity);
    vi.advanceTimersByTime(5_000);
    return delay;
  });
  expect(delays[0]).toBe(500);
  expect(delays[1]).toBe(2_250);
  expect(delays[2]).toBeGreaterThan(3_990);
});

it('combines what happens in a row, and pauses between reloads', () => {
  for (let second = 0; second < 60; second += 1) {
    schedule.add(second === 0 ? Infinity : second);
    vi.advanceTimersByTime(1_000);
  }
  expect(reload.mock.calls.length).toBeGreaterThanOrEqual(5);
  expect(reload.mock.calls.length).toBeLessThanOrEqual(6);
  expect(reload.mock.calls[0]).toEqual([Infinity]);
});

it('waits while a dialog is open', () => {
  obstacles.isBusy = true;
  schedule.add(Infinity);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  obstacles.isBusy = false;
  vi.advanceTimersByTime(1_000);
  expect(reload.mock.calls).toEqual([[Infinity]]);
});

it('loads nothing in a hidden tab, and once it is visible only what it has not just loaded', () => {
  obstacles.isHidden = true;
  schedule.add(Infinity);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  const shownAt = Date.now();
  obstacles.isHidden = false;
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
  expect(reload.mock.calls[0]![0]).toBeLessThanOrEqual(shownAt);
});

it('reloads nothing after it was stopped', () => {
  schedule.add(Infinity);
  schedule.stop();
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});
