import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { reloadQuietly } from './reload-quietly.ts';

/** Shows queries with these options, and reloads them quietly. @returns those that were loaded a second time */
const reloaded = async (
  before: number,
  queries: Record<string, Omit<QueryObserverOptions, 'queryKey'>>,
): Promise<string[]> => {
  const queryClient = createQueryClient();
  const loads: string[] = [];
  const stops = Object.entries(queries).map(([name, options]) => {
    const queryFn = async () => loads.push(name);
    const shown = new QueryObserver(queryClient, { queryFn, retry: false, ...options, queryKey: [name] });
    return shown.subscribe(() => undefined);
  });
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  loads.length = 0;
  queryClient.setQueryData(['not shown'], 0);
  await reloadQuietly(queryClient, before, ['except']);
  for (const stop of stops) stop();
  return loads;
};

it('reloads quietly what is shown, unless it must not be loaded again by itself', async () => {
  const queries = {
    shown: {},
    except: {},
    paused: { enabled: false },
    edited: { refetchOnWindowFocus: false },
    expensive: { staleTime: 60_000 },
    fixed: { staleTime: Infinity },
  };
  expect(await reloaded(Infinity, queries)).toEqual(['shown']);
});

it('does not reload quietly what is up to date', async () => {
  expect(await reloaded(Date.now() - 1_000, { shown: {} })).toEqual([]);
});

it('does not show again that something is loading that could not be loaded', async () => {
  let loads = 0;
  const queryFn = async () => {
    loads += 1;
    throw new Error('Not found');
  };
  await reloaded(Infinity, { missing: { queryFn } });
  expect(loads).toBe(1);
});
