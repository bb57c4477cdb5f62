import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReloadSchedule, type ReloadSchedule } from './reload-schedule.ts';

const state = { isHidden: false, isBusy: false };
let resume: (() => void) | undefined;
const obstacles = {
  isHidden: () => state.isHidden,
  isBusy: () => state.isBusy,
  onceShown: (callback: () => void) => {
    resume = callback;
    return () => (resume = undefined);
  },
};
const setHidden = (isHidden: boolean) => {
  state.isHidden = isHidden;
  const callback = resume;
  resume = undefined;
  callback?.();
};
const reload = vi.fn();
let schedule: ReloadSchedule;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(state, { isHidden: false, isBusy: false });
  resume = undefined;
  reload.mockClear();
  schedule = createReloadSchedule(reload, obstacles);
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
    const one = createReloadSchedule(() => (delay = Date.now() - started), obstacles);
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
  state.isBusy = true;
  schedule.add(Infinity);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  state.isBusy = false;
  vi.advanceTimersByTime(1_000);
  expect(reload.mock.calls).toEqual([[Infinity]]);
});

it('loads nothing in a hidden tab, and once it is visible only what it has not just loaded', () => {
  setHidden(true);
  schedule.add(Infinity);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  const shownAt = Date.now();
  setHidden(false);
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

it('does nothing while the tab is hidden, however much happens', () => {
  setHidden(true);
  schedule.add(Infinity);
  vi.advanceTimersByTime(5_000);
  expect(vi.getTimerCount()).toBe(0);
  schedule.add(Infinity);
  expect(vi.getTimerCount()).toBe(0);
  setHidden(false);
  vi.advanceTimersByTime(5_000);
  expect(reload).toHaveBeenCalledOnce();
  setHidden(true);
  schedule.add(Infinity);
  vi.advanceTimersByTime(60_000);
  schedule.stop();
  setHidden(false);
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});
