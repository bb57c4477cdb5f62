import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/calls/client/api-error.ts';
import { hydrateQueries, serializeQueries } from './page-state.ts';

const createClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Serializes the state as the server does, and hydrates it as the browser does. */
const transfer = (from: QueryClient): QueryClient => {
  const to = createClient();
  hydrateQueries(to, JSON.parse(JSON.stringify(serializeQueries(from))));
  return to;
};

describe('the queries of a page', () => {
  it('arrive in the browser as fresh as if they were just loaded', async () => {
    const server = createClient();
    await server.query({ queryKey: ['classes'], queryFn: () => [{ title: 'Game feel' }] });
    const before = Date.now();
    const browser = transfer(server);
    expect(browser.getQueryData(['classes'])).toEqual([{ title: 'Game feel' }]);
    expect(browser.getQueryState(['classes'])!.dataUpdatedAt).toBeGreaterThanOrEqual(before);
  });

  it('produce the same document for the same data, whenever they were loaded', async () => {
    const load = async (updatedAt: number) => {
      const client = createClient();
      client.setQueryData(['classes'], [1], { updatedAt });
      return JSON.stringify(serializeQueries(client));
    };
    expect(await load(1_000)).toBe(await load(2_000));
  });

  it('include errors, so that a missing class is not requested again', async () => {
    const server = createClient();
    const refused = server.query({
      queryKey: ['class'],
      queryFn: () => Promise.reject(new ApiError(404, { code: 'not_found', message: 'Gone' })),
    });
    await expect(refused).rejects.toThrow('Gone');
    const { error } = transfer(server).getQueryState(['class'])!;
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, code: 'not_found', message: 'Gone' });
  });

  it('exclude what is still loading', () => {
    const server = createClient();
    void server.query({ queryKey: ['slow'], queryFn: () => new Promise(() => undefined) });
    expect(serializeQueries(server).queries).toEqual([]);
  });
});
