import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { execute, withDatabase } from './postgres.ts';

/** Creates a database without tables. @returns its URL */
export const emptyDatabase = async (): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(inject('postgresUrl'), `create database ${name}`);
  return withDatabase(inject('postgresUrl'), name);
};
