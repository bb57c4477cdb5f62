import type { Enrollment } from '#contract/enrollments.ts';
import { inMarks } from '#web/learning/in-marks.ts';

interface Left {
  lessons?: string;
  /** What is missing of the assignment. */
  work?: string;
}

/** Whether the conditions for the certificate are met. */
export const isNothingLeft = ({ lessons, work }: Left): boolean => !lessons && !work;

/**
 * Describes in words what a student still needs for the certificate of a class.
 * @param done completed lessons, if the browser has some that the server does not have yet
 */
export const leftForCertificate = (
  { learning, certificate, myClass }: Enrollment,
  done = learning?.done,
): Left => {
  const lessons = learning ? learning.lessons - (done ?? 0) : 0;
  const work = {
    none: undefined,
    passed: undefined,
    'not graded': undefined,
    'to submit': 'your submission for the assignment',
    submitted: 'the marks for your submission',
    failed: `at least ${inMarks(myClass.assignments?.passMarks ?? 0)} for the assignment`,
  }[certificate?.assignment ?? 'none'];
  return { lessons: lessons > 0 ? `${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}` : undefined, work };
};

/** Whether a student has met all conditions of a certificate that they do not have yet. */
export const canGetCertificate = (enrollment: Enrollment): boolean => {
  const { certificate, learning } = enrollment;
  if (!certificate || certificate.code !== null) return false;
  return (
    isNothingLeft(leftForCertificate(enrollment)) &&
    (learning !== undefined || certificate.assignment === 'passed')
  );
};
