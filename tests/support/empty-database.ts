import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { execute, withDatabase } from './database.ts';

/** The address of a new database without any table. */
export const emptyDatabase = async (): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(inject('postgresUrl'), `create database ${name}`);
  return withDatabase(inject('postgresUrl'), name);
};
