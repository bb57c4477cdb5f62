import { useQuery } from '@tanstack/react-query';
import { attentionQuery } from '#web/calls/attention.ts';
import { classChangesQuery } from '#web/calls/class-changes.ts';
import { classPageQuery } from '#web/calls/classes.ts';
import { reportedQuery } from '#web/calls/reports.ts';
import { teacherRequestsQuery } from '#web/calls/teacher-requests.ts';
import { undeliveredQuery } from '#web/calls/undelivered-emails.ts';
import { PATHS } from '#web/paths.ts';
import { counted } from './open-tasks.tsx';

/** Only the total is used. */
const COUNTED = { page: 1, limit: 1 };

/** The work awaiting an admin's decision. */
export const useAdminTasks = () => {
  const requests = useQuery(teacherRequestsQuery({ ...COUNTED, status: 'Pending' }));
  const classes = useQuery(classPageQuery({ ...COUNTED, status: 'Pending' }));
  const changes = useQuery(classChangesQuery(COUNTED));
  const payments = useQuery(attentionQuery);
  const reports = useQuery(reportedQuery({ ...COUNTED, state: 'reported' }));
  const emails = useQuery(undeliveredQuery(COUNTED));
  const queries = [requests, classes, changes, payments, reports, emails];
  const items = requests.data &&
    classes.data &&
    changes.data &&
    payments.data &&
    reports.data &&
    emails.data && [
      ...counted(`${PATHS.teachersRequests}?status=Pending`, requests.data.total, [
        'request to teach',
        'requests to teach',
      ]),
      ...counted(`${PATHS.allClassRequests}?status=Pending`, classes.data.total, [
        'new class',
        'new classes',
      ]),
      ...counted(PATHS.classChanges, changes.data.total, [
        'change to a published class',
        'changes to published classes',
      ]),
      ...counted(PATHS.payments, payments.data.length, [
        'payment that needs attention',
        'payments that need attention',
      ]),
      ...counted(`${PATHS.reports}?state=reported`, reports.data.total, [
        'reported question, answer or feedback',
        'reported questions, answers and feedback',
      ]),
      ...counted(PATHS.undeliveredEmails, emails.data.total, [
        'email that could not be delivered',
        'emails that could not be delivered',
      ]),
    ];
  return { queries, items };
};
