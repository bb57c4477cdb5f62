import type { ClassInput, ClassUpdate } from '#contract/classes.ts';
import * as drafts from '#contract/class-drafts.ts';
import * as pauses from '#contract/class-pauses.ts';
import * as calls from '#contract/manage-classes.ts';
import { request } from './client/api-client.ts';
import { sendOnce } from './client/send-once.ts';

// Apart from the queries, so that public pages do not load what only the dashboard calls.

export const createClass = (input: ClassInput) =>
  sendOnce(
    ['class', input],
    async (key) => (await request(calls.createClass, { body: { ...input, status: 'Pending', key } })).data,
  );

export const createDraft = (input: ClassInput) =>
  sendOnce(
    ['draft', input],
    async (key) => (await request(drafts.createDraft, { body: { ...input, key } })).data,
  );

/** @throws ApiError `edit_conflict` if the draft has changed or been submitted since `revision` */
export const updateDraft = async (id: string, input: ClassUpdate, revision: number | undefined) =>
  (await request(drafts.updateDraft, { params: { id }, body: { ...input, revision } })).data;

/** @throws ApiError `edit_conflict` if the draft has changed since `revision` */
export const submitDraft = async (id: string, revision: number | undefined) =>
  (await request(drafts.submitDraft, { params: { id }, body: { revision } })).data;

/** @throws ApiError `edit_conflict` if the class has changed since `revision` */
export const updateClass = async (id: string, input: ClassUpdate, revision: number | undefined) =>
  (await request(calls.updateClass, { params: { id }, body: { ...input, revision } })).data;

export const pauseClass = async (id: string) => (await request(pauses.pauseClass, { params: { id } })).data;

export const resumeClass = async (id: string) => (await request(pauses.resumeClass, { params: { id } })).data;

export const deleteClass = async (id: string) => (await request(calls.deleteClass, { params: { id } })).data;

export const approveClass = async (id: string, revision: number | undefined) =>
  (await request(calls.approveClass, { params: { id }, body: { status: 'approve', revision } })).data;

export const rejectClass = async (id: string, reason: string, revision: number | undefined) =>
  (await request(calls.rejectClass, { params: { id }, body: { status: 'rejected', reason, revision } })).data;

export const withdrawClass = async (id: string, reason: string) =>
  (await request(calls.withdrawClass, { params: { id }, body: { status: 'rejected', reason } })).data;
