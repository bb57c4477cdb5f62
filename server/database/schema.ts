export * from './schema/assignments.ts';
export * from './schema/audit.ts';
export * from './schema/catalogue.ts';
export * from './schema/files.ts';
export * from './schema/identity.ts';
export * from './schema/users.ts';
export * from './schema/provider.ts';
export * from './schema/purchases.ts';
