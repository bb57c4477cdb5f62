import type { FastifyInstance } from 'fastify';
import { hideBio, showBio } from '#contract/bios.ts';
import { hideAnnouncement, showAnnouncement } from '#contract/announcements.ts';
import { hideFeedback, showFeedback } from '#contract/moderated-feedback.ts';
import { hidePost, showPost } from '#contract/questions.ts';
import type { Database } from '../../database/client.ts';
import { admin } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { moderate } from './moderate.ts';
import { SUBJECT_TYPES } from './subjects.ts';

const CALLS = {
  post: { hide: hidePost, show: showPost },
  feedback: { hide: hideFeedback, show: showFeedback },
  announcement: { hide: hideAnnouncement, show: showAnnouncement },
  bio: { hide: hideBio, show: showBio },
};

/** Registers the calls with which admins hide what users wrote, and show it again. */
export const registerHidingRoutes = (app: FastifyInstance, db: Database): void => {
  for (const type of SUBJECT_TYPES) {
    route(app, CALLS[type].hide, admin, async ({ caller, params, body }) => ({
      modifiedCount: await moderate(db, caller, type, params.id, body),
    }));

    route(app, CALLS[type].show, admin, async ({ caller, params }) => ({
      modifiedCount: await moderate(db, caller, type, params.id),
    }));
  }
};
