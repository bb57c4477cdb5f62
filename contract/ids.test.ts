import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { idSchema } from './common.ts';

const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], { eager: true });

type Input = 'params' | 'query' | 'body';
type Call = Partial<Record<Input, z.ZodType>> & { method: string; path: string };

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** The schemas of all UUIDs within a schema. */
const findIds = (schema: unknown): z.ZodUUID[] => {
  if (schema instanceof z.ZodUUID) return [schema];
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).flatMap(findIds);
  if (schema instanceof z.ZodArray) return findIds(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(findIds);
  if (schema instanceof z.ZodPipe) return findIds(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findIds(schema.unwrap());
  return [];
};

const calls = Object.values(modules).flatMap((exports) => Object.values(exports).filter(isCall));
const ids = calls.flatMap(({ method, path, params, query, body }) =>
  [params, query, body].flatMap(findIds).map((schema) => ({ call: `${method} ${path}`, schema })),
);

it('every id in a request is converted to lower case', () => {
  expect(new Set(ids.map(({ call }) => call)).size).toBeGreaterThan(80);
  const id = randomUUID();
  for (const { call, schema } of ids) expect(schema.parse(id.toUpperCase()), call).toBe(id);
});

it('an id that is no UUID is refused', () => {
  for (const id of ['', '1', 'x'.repeat(36), `${randomUUID()} `])
    expect(idSchema.safeParse(id).success).toBe(false);
});
