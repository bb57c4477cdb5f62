import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/notes.ts';
import type { Database } from '../../database/client.ts';
import { signedIn } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { readLesson } from '../curriculum/read-lesson.ts';
import { listOwnNotes, presentOwnNote } from './list-own-notes.ts';
import { findNote, saveNote } from './notes.ts';

/** Registers the calls with which users keep a private note under a lesson, for as long as they may read the lesson. */
export const registerNoteRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listOwnNotes, signedIn, async ({ caller, query, reply }) =>
    sendList(reply, calls.ownNoteSchema, presentOwnNote, listOwnNotes(db, caller.id, query.q), query),
  );

  route(app, calls.getNote, signedIn, async ({ caller, params }) => {
    await readLesson(db, caller, params.id);
    return findNote(db, caller.id, params.id);
  });

  route(app, calls.saveNote, signedIn, async ({ caller, params, body }) => {
    await readLesson(db, caller, params.id);
    return { version: await saveNote(db, caller.id, params.id, body) };
  });
};
