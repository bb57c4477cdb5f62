import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { oneOf } from './columns.ts';
import { invitations } from './invitations.ts';

/**
 * The tables of the identity provider (https://www.better-auth.com/docs/concepts/database) and our own next to them.
 * Triggers revoke what depends on a credential, however the credential changes: a new password, and setting up or
 * removing two-factor authentication, end all sessions and email links of the user. A new email address, becoming an
 * admin and deleting the account end the email links. A trigger also copies a changed name and picture to the user's record.
 */
export const identitySchema = pgSchema('identity');

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const identityUsers = identitySchema.table(
  'user',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    /** The invitation that the account was created with. A trigger counts its use with the account. */
    invitationId: uuid('invitation_id').references(() => invitations.id, { onDelete: 'set null' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  // Deleting an invitation looks for its users.
  (table) => [
    index('user_by_invitation')
      .on(table.invitationId)
      .where(sql`${table.invitationId} is not null`),
  ],
);

const ownedBy = () =>
  uuid('user_id')
    .notNull()
    .references(() => identityUsers.id, { onDelete: 'cascade' });

export const identitySessions = identitySchema.table(
  'session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    token: text('token').notNull().unique(),
    userId: ownedBy(),
    expiresAt: timestamptz('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** When the user last gave a code of their second factor in this session; null if never. */
    secondFactorAt: timestamptz('second_factor_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [index('session_user_id').on(table.userId)],
);

export const identityAccounts = identitySchema.table(
  'account',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: ownedBy(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('account_user_id').on(table.userId),
    uniqueIndex('account_of_provider').on(table.providerId, table.accountId),
  ],
);

export const identityTwoFactors = identitySchema.table(
  'two_factor',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: ownedBy(),
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: timestamptz('locked_until'),
    /** The time step of the last accepted code. Codes of this and earlier steps are rejected. */
    lastUsedStep: bigint('last_used_step', { mode: 'number' }),
  },
  (table) => [uniqueIndex('two_factor_user_id').on(table.userId)],
);

export const identityVerifications = identitySchema.table(
  'verification',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('verification_identifier').on(table.identifier),
    // A B-tree cannot index the longest values.
    index('verification_value').using('hash', table.value),
  ],
);

/** What an email link does: confirm the address, agree to a new address, or prove the new address. */
export const EMAIL_LINK_PURPOSES = ['confirm', 'agree', 'prove'] as const;

/** Links sent by email. The server stores only the hash of a link's token. */
export const identityEmailLinks = identitySchema.table(
  'email_link',
  {
    userId: ownedBy(),
    purpose: text('purpose', { enum: EMAIL_LINK_PURPOSES }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The user's address when the link was created. The link is invalid once the address changes. */
    email: text('email').notNull(),
    /** The requested new address, if the link is about one. */
    newEmail: text('new_email'),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.purpose] }),
    check('email_link_purpose_known', sql`${table.purpose} in (${oneOf(EMAIL_LINK_PURPOSES)})`),
    check('email_link_has_new_email', sql`(${table.purpose} = 'confirm') = (${table.newEmail} is null)`),
  ],
);
