import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/announcements.ts';
import type { Database } from '../../database/client.ts';
import { type CurrentUser, signedIn, teacher } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { findTaughtClass, requireKnownClass } from '../classes/classes.repository.ts';
import { managesClass } from '../classes/manages-class.ts';
import { requireEnrollment } from '../enrollments/require-enrollment.ts';
import { addReport } from '../moderation/reports.repository.ts';
import { announce, deleteAnnouncement } from './announce.ts';
import { type AnnouncementRow, findAnnouncement, listAnnouncements } from './announcements.repository.ts';

const present = ({ id, text, createdAt, hiddenReason }: AnnouncementRow): calls.Announcement => ({
  _id: id,
  text,
  createdAt: createdAt.toISOString(),
  ...(hiddenReason !== null && { hiddenReason }),
});

/** Registers the calls about what teachers write to all students of a class. */
export const registerAnnouncementRoutes = (app: FastifyInstance, db: Database): void => {
  /** The class's teacher and admins also read what is hidden. */
  const readsHidden = async (caller: CurrentUser, classId: string): Promise<boolean> =>
    managesClass(caller, (await findTaughtClass(db, caller.id, classId))?.teacherId);

  route(app, calls.listAnnouncements, signedIn, async ({ caller, params, query, reply }) => {
    const withHidden = await readsHidden(caller, params.id);
    if (withHidden) await requireKnownClass(db, caller.id, params.id);
    else await requireEnrollment(db, caller, params.id);
    return sendList(
      reply,
      calls.announcementSchema,
      present,
      listAnnouncements(db, params.id, withHidden),
      query,
    );
  });

  route(app, calls.announce, teacher, async ({ caller, params, body }) => ({
    insertedId: await announce(db, caller, params.id, body),
  }));

  route(app, calls.deleteAnnouncement, signedIn, async ({ caller, params }) => {
    await deleteAnnouncement(db, caller, params.id);
    return { deletedCount: 1 };
  });

  route(app, calls.reportAnnouncement, signedIn, async ({ caller, params, body }) => {
    const found = await findAnnouncement(db, params.id);
    if (!found || found.hiddenAt) throw notFound('The announcement');
    await requireEnrollment(db, caller, found.classId);
    const report = { id: params.id, userId: caller.id, reason: body.reason ?? '' };
    return { modifiedCount: await addReport(db, 'announcement', report) };
  });
};
