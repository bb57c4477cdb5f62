import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/curriculum.ts';
import * as lessons from '#contract/lessons.ts';
import { request } from './client/api-client.ts';
import { sendOnce } from './client/send-once.ts';
import { curriculumKeys } from './curriculum.ts';

/** All lessons of one of the caller's own classes, drafts included. */
export const curriculumDraftQuery = (classId: string) =>
  queryOptions({
    queryKey: [...curriculumKeys.all, 'draft', classId],
    queryFn: async () => (await request(calls.getCurriculumDraft, { params: { id: classId } })).data,
  });

/** What members of a class have written under its lessons, counted now. */
export const countContributions = async (classId: string) =>
  (await request(calls.getContributions, { params: { id: classId } })).data.lessons;

export const createSection = (classId: string, title: string) =>
  sendOnce(
    ['section', classId, title],
    async (key) =>
      (await request(calls.createSection, { params: { id: classId }, body: { title, key } })).data,
  );

export const renameSection = async (id: string, body: { title: string; version: number }) =>
  (await request(calls.updateSection, { params: { id }, body })).data;

export const moveSection = async (id: string, before: string | null) =>
  (await request(calls.moveSection, { params: { id }, body: { before } })).data;

export const deleteSection = async (id: string) =>
  (await request(calls.deleteSection, { params: { id } })).data;

export const createLesson = (sectionId: string, body: calls.NewLesson) =>
  sendOnce(
    ['lesson', sectionId, body],
    async (key) =>
      (await request(calls.createLesson, { params: { id: sectionId }, body: { ...body, key } })).data,
  );

export const moveLesson = async (id: string, place: { sectionId: string; before: string | null }) =>
  (await request(lessons.moveLesson, { params: { id }, body: place })).data;

export const deleteLesson = async (id: string) =>
  (await request(lessons.deleteLesson, { params: { id } })).data;
