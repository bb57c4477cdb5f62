import { inject } from 'vitest';
import { copySchema, createDatabase } from './postgres.ts';

/** Creates a database without tables. @returns its URL */
export const emptyDatabase = (): Promise<string> => createDatabase(inject('postgresUrl'));

/** Creates a database as a new site has it: migrated, and without data. @returns its URL */
export const migratedDatabase = (): Promise<string> => copySchema(inject('postgresUrl'));
