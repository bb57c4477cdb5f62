import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { CertificateProgress } from '#contract/certificates.ts';
import { isGraded } from '../../database/is-graded.ts';
import { assignments, certificates, submissions } from '../../database/schema.ts';
import { isValid } from './is-valid.ts';
import { passMarksOf } from './pass-marks.ts';

/** A column or the value of a parameter. */
type Id = AnyColumn | SQL;

/** A user's progress towards the certificate of a class, as a subquery. */
export const certificateProgressOf = (userId: Id, classId: Id): SQL<CertificateProgress> => sql`(
  select json_build_object(
           'code', k.code,
           'assignment', case when a.id is null then 'none'
                              when w.marks >= least(${passMarksOf(sql`a`)}, k.pass_marks) then 'passed'
                              when not ${isGraded(sql`a.class_id`)} then 'not graded'
                              when w.id is null then 'to submit'
                              when w.marks is null then 'submitted' else 'failed' end)
    from (select) nothing
    left join ${certificates} k
      on k.user_id = ${userId} and k.class_id = ${classId} and ${isValid(sql`k`)}
    left join ${assignments} a on a.class_id = ${classId}
    left join ${submissions} w on w.assignment_id = a.id and w.user_id = ${userId})`;
