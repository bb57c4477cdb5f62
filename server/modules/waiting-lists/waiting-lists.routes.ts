import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/waiting-lists.ts';
import type { Database } from '../../database/client.ts';
import { signedIn } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { findWaitingListStatus, joinWaitingList, leaveWaitingList } from './join-waiting-list.ts';
import { type EntryRow, listEntries } from './waiting-lists.repository.ts';

const present = ({ id, joinedAt, keptUntil, ...entry }: EntryRow): calls.WaitingListEntry => ({
  _id: id,
  ...entry,
  joinedAt: joinedAt.toISOString(),
  keptUntil: keptUntil?.toISOString() ?? null,
});

/** Registers the calls with which students join and leave the waiting lists of full classes, and see where they stand. */
export const registerWaitingListRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.getWaitingListStatus, signedIn, async ({ caller, params }) =>
    findWaitingListStatus(db, caller, params.id),
  );

  route(app, calls.joinWaitingList, signedIn, async ({ caller, params }) =>
    joinWaitingList(db, caller, params.id),
  );

  route(app, calls.leaveWaitingList, signedIn, async ({ caller, params }) => ({
    deletedCount: await leaveWaitingList(db, caller, params.id),
  }));

  route(app, calls.listWaitingLists, signedIn, async ({ caller, query, reply }) =>
    sendList(reply, calls.waitingListEntrySchema, present, listEntries(db, caller.id), query),
  );
};
