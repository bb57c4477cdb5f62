import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/assignments.ts';
import { API_BASE } from '#contract/call.ts';
import { fillPath } from '#contract/fill-path.ts';
import type { Database } from '../../database/client.ts';
import type { FileStorage } from '../../files/storage.ts';
import { linked, signedIn, teacher } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { DOWNLOAD_LIFETIME } from '../../http/signed-links.ts';
import { requireOwnClass, requireTaughtClass } from '../classes/own-class.ts';
import { requireEnrollment } from '../enrollments/require-enrollment.ts';
import { withoutFolders } from '../files/file-name.ts';
import { sendZip } from '../files/send-zip.ts';
import { gradeSubmission } from './grade-submission.ts';
import { listSubmittedFiles } from './list-submitted-files.ts';
import { submitAssignment } from './submit-assignment.ts';
import { setAssignment } from './set-assignment.ts';
import { presentSubmission } from './submissions.presenter.ts';
import * as repository from './submissions.repository.ts';

/** Registers the calls with which teachers set the assignment of a class and grade it, and students submit to it. */
export const registerAssignmentRoutes = (
  app: FastifyInstance,
  { db, storage }: { db: Database; storage: FileStorage },
): void => {
  route(app, calls.setAssignment, teacher, async ({ caller, params, body }) => {
    await requireOwnClass(db, caller, params.id);
    await setAssignment(db, params.id, body);
    return { modifiedCount: 1 };
  });

  route(app, calls.getClassProgress, teacher, async ({ caller, params }) => {
    await requireTaughtClass(db, caller, params.id);
    return repository.countProgress(db, params.id);
  });

  route(app, calls.listSubmissions, teacher, async ({ caller, params, query, reply }) => {
    await requireTaughtClass(db, caller, params.id);
    const list = repository.listSubmissions(db, params.id, query);
    return sendList(reply, calls.submissionSchema, presentSubmission, list, query);
  });

  route(app, calls.listUngradedClasses, teacher, async ({ caller }) => {
    const rows = await repository.listUngradedClasses(db, caller.id);
    return rows.map(({ id, oldest, ...row }) => ({ _id: id, ...row, oldest: oldest.toISOString() }));
  });

  route(app, calls.getSubmissionFilesLink, teacher, async ({ caller, params }) => {
    await requireTaughtClass(db, caller, params.id);
    const path = `${API_BASE}${fillPath(calls.getSubmissionFiles.path, params)}`;
    return { address: app.links.sign(path, caller, DOWNLOAD_LIFETIME) };
  });

  route(app, calls.getSubmissionFiles, linked, async ({ caller, params, reply }) => {
    const { title } = await requireTaughtClass(db, caller, params.id);
    return sendZip(
      reply,
      `${withoutFolders(title)} - submissions`,
      listSubmittedFiles({ db, storage }, params.id),
    );
  });

  route(app, calls.gradeSubmission, teacher, async ({ caller, params, body }) => {
    return { modifiedCount: await gradeSubmission(db, caller, params.id, body) };
  });

  route(app, calls.getOwnSubmission, signedIn, async ({ caller, params }) => {
    await requireEnrollment(db, caller, params.id);
    const row = await repository.findSubmissionOf(db, caller.id, params.id);
    return { submission: row ? presentSubmission(row) : null };
  });

  route(app, calls.submitAssignment, signedIn, async ({ caller, params, body }) =>
    presentSubmission(await submitAssignment(db, caller, params.id, body)),
  );
};
