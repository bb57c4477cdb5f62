import { type Assignment, effectivePassMarks } from '#contract/assignments.ts';
import type { Class } from '#contract/classes.ts';
import { toMajorUnits } from '#contract/money.ts';
import type { ClassRow, ClassViewer } from './classes.repository.ts';
import { managesClass } from './manages-class.ts';
import { presentRating } from './ratings.ts';

interface Presented extends ClassRow {
  /** Whether the viewer is enrolled in the class. */
  enrolled?: boolean;
}

/** Whether its last decision withdrew a class. One that was rejected after a resubmission was never published since. */
const isWithdrawn = ({ status, withdrawnAt, decidedAt }: ClassRow['class']): boolean =>
  status === 'rejected' && withdrawnAt !== null && withdrawnAt.getTime() === decidedAt?.getTime();

/** A class's assignment as its teacher and its students see it. */
export const presentAssignment = (assignment: NonNullable<ClassRow['assignment']>): Assignment => ({
  title: assignment.title,
  description: assignment.description,
  marks: assignment.marks,
  passMarks: effectivePassMarks(assignment),
  date: assignment.dueDate,
  timeZone: assignment.timeZone,
  dueAt: assignment.dueAt.toISOString(),
  version: assignment.version,
});

/** To buyers, a paused class is one whose seats are not available right now. */
const presentPause = ({ pausedAt, waiting }: ClassRow['class'], manages: boolean) =>
  pausedAt && { paused: true, seatsLeft: 0, seatsReserved: true, ...(manages && { waiting }) };

/**
 * A class as its viewer may see it. Only the teacher and admins receive the teacher's email address and the reason for
 * a rejection, and only admins when it was submitted; students of the class also receive the assignment.
 */
export const presentClass = (row: Presented, viewer: ClassViewer): Class => {
  const { class: entity, seatsLeft, hasUntakenSeats, teacher, assignment, openChange } = row;
  const manages = managesClass(viewer, entity.teacherId);
  return {
    _id: entity.id,
    name: teacher.name,
    ...(entity.status === 'approve' && !entity.hiddenAt && { teacherId: entity.teacherId }),
    ...(manages && { email: teacher.email }),
    image: entity.image,
    price: toMajorUnits(entity.price),
    title: entity.title,
    experience: entity.experience,
    ...(entity.category && { category: entity.category }),
    description: entity.description,
    status: entity.status,
    ...(manages && { revision: entity.revision }),
    ...(viewer?.role === 'admin' &&
      entity.status !== 'Draft' && { submittedAt: entity.createdAt.toISOString() }),
    ...(manages && entity.hiddenAt && { deleted: true }),
    ...(manages && entity.reason && { reason: entity.reason }),
    ...(manages && isWithdrawn(entity) && { withdrawn: true }),
    ...(openChange?.status === 'Pending' && { changeWaits: true }),
    ...(openChange?.status === 'rejected' &&
      entity.status === 'approve' && {
        changeRejected: openChange.reason === null ? {} : { reason: openChange.reason },
      }),
    enroll: entity.enroll,
    ...presentRating(entity.ratings),
    ...(entity.seats !== null &&
      seatsLeft !== null && {
        seats: entity.seats,
        seatsLeft,
        ...(seatsLeft === 0 && hasUntakenSeats && { seatsReserved: true }),
        ...(manages && { waiting: entity.waiting }),
      }),
    ...presentPause(entity, manages),
    ...(entity.startsOn && { startsOn: entity.startsOn }),
    ...(assignment &&
      (manages || row.enrolled) && {
        assignments: presentAssignment(assignment),
      }),
  };
};
