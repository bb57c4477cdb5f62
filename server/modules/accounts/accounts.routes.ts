import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as calls from '#contract/account.ts';
import { API_BASE } from '#contract/call.ts';
import { deleteUser, getDeletionLoss } from '#contract/users.ts';
import type { Database } from '../../database/client.ts';
import type { FileStorage } from '../../files/storage.ts';
import { admin, type CurrentUser, linked, signedIn } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { JSON_HEADERS, writeJsonArray } from '../../http/send-list.ts';
import { DOWNLOAD_LIFETIME } from '../../http/signed-links.ts';
import { sendStream } from '../../http/streams.ts';
import {
  followEmailLink,
  type LinkContext,
  requestEmailChange,
  resendConfirmation,
} from '../../identity/change-email.ts';
import { checkPassword, hasPassword } from '../../identity/check-password.ts';
import { listFilesOf } from '../files/private-files.repository.ts';
import { readStoredFile } from '../files/read-stored-file.ts';
import { sendZip, type ZipEntry } from '../files/send-zip.ts';
import { changeAddress } from '../users/users.repository.ts';
import { deleteAccount, deleteOwnAccount } from './delete-account.ts';
import { findDeletionLoss } from './deletion-loss.ts';
import { findPersonalRecord, listPersonalData } from './personal-data/personal-data.ts';

/** Checks the account's password, if it has one. @throws ApiError `invalid_input` if it is incorrect */
const requirePassword = async (db: Database, { identityId }: CurrentUser, password = ''): Promise<void> => {
  const message = 'Incorrect password';
  if ((await checkPassword(db, identityId, password)) === 'wrong')
    throw new ApiError('invalid_input', message, { fields: { password: message } });
};

/** Streams the personal data export: one JSON object with the user's record and all lists. */
async function* writeLists(
  person: calls.PersonalData['person'],
  lists: ReturnType<typeof listPersonalData>,
): AsyncGenerator<string, void> {
  yield `{"person":${JSON.stringify(person)}`;
  for (const [name, list] of Object.entries(lists)) {
    yield `,"${name}":`;
    yield* writeJsonArray(z.unknown(), (entry: unknown) => entry, list.batches());
  }
  yield '}';
}

async function* writeFiles(
  { db, storage }: Pick<AccountContext, 'db' | 'storage'>,
  userId: string,
): AsyncGenerator<ZipEntry, void> {
  for await (const rows of listFilesOf(db, userId).batches())
    for (const { id, name, createdAt } of rows)
      yield { name, modifiedAt: createdAt, content: () => readStoredFile(storage, id) };
}

interface AccountContext {
  db: Database;
  storage: FileStorage;
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string;
  /** Absent if no mail server is configured. */
  sendEmail?: LinkContext['sendEmail'];
  /** Called after an account was deleted. */
  onDeletion: () => void;
}

/** Registers the calls that involve every module: personal data export, email address and account deletion. */
export const registerAccountRoutes = (
  app: FastifyInstance,
  { db, storage, baseUrl, sendEmail, onDeletion }: AccountContext,
): void => {
  route(app, getDeletionLoss, admin, ({ params }) => findDeletionLoss(db, params.id));

  route(app, deleteUser, admin, async ({ caller, params }) => {
    await deleteAccount(db, caller, params.id, sendEmail);
    onDeletion();
    return { deletedCount: 1 };
  });

  route(app, calls.getOwnFilesLink, signedIn, async ({ caller }) => ({
    address: app.links.sign(`${API_BASE}${calls.getOwnFiles.path}`, caller, DOWNLOAD_LIFETIME),
  }));

  route(app, calls.getOwnFiles, linked, async ({ caller, reply }) =>
    sendZip(reply, 'My files', writeFiles({ db, storage }, caller.id)),
  );

  route(app, calls.getPersonalData, signedIn, async ({ caller, reply }) =>
    sendStream(
      reply,
      JSON_HEADERS,
      writeLists(await findPersonalRecord(db, caller), listPersonalData(db, caller)),
    ),
  );

  route(app, calls.hasPassword, signedIn, async ({ caller }) => ({
    hasPassword: await hasPassword(db, caller.identityId),
  }));

  route(app, calls.getOwnDeletionLoss, signedIn, ({ caller }) => findDeletionLoss(db, caller.id));

  route(app, calls.deleteOwnAccount, signedIn, async ({ caller, body }) => {
    if (body.email !== caller.email)
      throw new ApiError('invalid_input', calls.NOT_YOUR_EMAIL, { fields: { email: calls.NOT_YOUR_EMAIL } });
    await requirePassword(db, caller, body.password);
    await deleteOwnAccount(db, caller, sendEmail);
    onDeletion();
    return { deletedCount: 1 };
  });

  /** @throws ApiError `email_disabled` */
  const linkContext = (): LinkContext => {
    if (!sendEmail) throw new ApiError('email_disabled', 'This site cannot send email');
    return { db, baseUrl, sendEmail };
  };

  route(app, calls.requestEmailConfirmation, signedIn, async ({ caller }) => ({
    sent: await resendConfirmation(linkContext(), caller),
  }));

  route(app, calls.requestEmailChange, signedIn, async ({ caller, body, request, reply }) => {
    const context = linkContext();
    await requirePassword(db, caller, body.password);
    await app.rateLimits.count('email', request, reply, caller.id);
    await requestEmailChange(context, caller, body.newEmail);
    return { sent: true };
  });

  route(app, calls.followEmailLink, signedIn, async ({ caller, body }) =>
    followEmailLink(linkContext(), caller, body.token, (trx, { id, email }) =>
      changeAddress(trx, { identityId: id, email }),
    ),
  );
};
