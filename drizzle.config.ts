import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/database/schema.ts',
    './server/database/identity-schema.ts',
    './server/database/audit-schema.ts',
    './server/database/rate-limit-schema.ts',
  ],
  out: './server/database/migrations',
  schemaFilter: ['public', 'identity'],
});
