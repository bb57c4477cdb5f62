import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/curriculum.ts';
import * as lessons from '#contract/lessons.ts';
import { request } from './client/api-client.ts';
import { sendOnce } from './client/send-once.ts';

export const curriculumKeys = { all: ['curriculum'] as const };

/** The published lessons of a class, without their content. */
export const curriculumQuery = (classId: string) =>
  queryOptions({
    queryKey: [...curriculumKeys.all, 'published', classId],
    queryFn: async () => (await request(calls.getCurriculum, { params: { id: classId } })).data,
  });

/** A lesson with what this viewer may see of it. @param viewer email of the signed-in user */
export const lessonQuery = (id: string, viewer?: string) =>
  queryOptions({
    queryKey: [...curriculumKeys.all, 'lesson', id, viewer ?? null],
    queryFn: async () => (await request(lessons.getLesson, { params: { id } })).data,
  });

/** All lessons of one of the caller's own classes, drafts included. */
export const curriculumDraftQuery = (classId: string) =>
  queryOptions({
    queryKey: [...curriculumKeys.all, 'draft', classId],
    queryFn: async () => (await request(calls.getCurriculumDraft, { params: { id: classId } })).data,
  });

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
