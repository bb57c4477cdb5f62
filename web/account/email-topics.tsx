import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import type { EmailTopic } from '#contract/notifications.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { showStored } from '#web/calls/client/query-client.ts';
import { emailPreferencesQuery, setEmailPreferences } from '#web/calls/email-preferences.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PanelSkeleton } from '#web/ui/panel-skeleton.tsx';

const TOPICS: { topic: EmailTopic; label: string; text: string }[] = [
  { topic: 'announcements', label: 'Announcements', text: 'What teachers write to all students of a class' },
  { topic: 'assignments', label: 'Assignments', text: 'New assignments and upcoming deadlines' },
  { topic: 'submissions', label: 'Submissions', text: 'Submissions received, for students and teachers' },
  { topic: 'grades', label: 'Grades', text: 'Marks and comments' },
  { topic: 'questions', label: 'Questions', text: 'Questions and answers in classes' },
  { topic: 'feedback', label: 'Feedback', text: 'Feedback on your classes, and replies to yours' },
  { topic: 'certificates', label: 'Certificates', text: 'New certificates' },
  {
    topic: 'waiting lists',
    label: 'Waiting lists',
    text: 'Seats reserved for you, and lists that close',
  },
  { topic: 'sales', label: 'Sales', text: 'New students, once a day, for teachers' },
];

/**
 * Lets the user choose which emails they receive. Each change is saved at once.
 * @param token from the link in an email. Absent: for the signed-in user
 */
export const EmailTopics = ({ token }: { token?: string }) => {
  const client = useQueryClient();
  const query = emailPreferencesQuery(token);
  const { data, isError, error: loadError, refetch } = useQuery(query);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (change: Record<'muted' | 'seen', EmailTopic[]>) => setEmailPreferences(change, token),
    // Changes run one after the other, so that the last choice wins.
    scope: { id: 'email topics' },
    onError: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (loadError instanceof ApiError && loadError.code === 'link_invalid')
    return (
      <Notice icon={<Link2Off />} title={loadError.message} role="alert">
        <Link to={PATHS.account} className="btn btn-primary">
          Log in and choose your emails
        </Link>
      </Notice>
    );
  if (isError && !data)
    return <LoadError title="Your email preferences could not be loaded" onRetry={() => void refetch()} />;
  if (!data) return <PanelSkeleton />;
  const { muted } = data;
  const change = (next: EmailTopic[]) => {
    showStored(client, query.queryKey, { muted: next });
    mutate({ muted: next, seen: muted });
  };
  const toggle = (topic: EmailTopic) =>
    change(muted.includes(topic) ? muted.filter((one) => one !== topic) : [...muted, topic]);
  const isAnyOn = TOPICS.some(({ topic }) => !muted.includes(topic));
  const [allOff, allOn] =
    token === undefined ? ['Turn all off', 'Turn all on'] : ['Unsubscribe from all', 'Subscribe to all'];
  return (
    <fieldset className="grid gap-3" aria-busy={isPending}>
      <legend className="muted mb-3 text-sm">
        Receipts, refunds, decisions and emails about your account are always sent.
      </legend>
      {TOPICS.map(({ topic, label, text }) => (
        <label key={topic} className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5"
            checked={!muted.includes(topic)}
            onChange={() => toggle(topic)}
          />
          <span>
            <span className="block font-semibold">{label}</span>
            <span className="muted block text-sm">{text}</span>
          </span>
        </label>
      ))}
      <button
        type="button"
        className="btn btn-outline btn-sm justify-self-start"
        onClick={() => change(isAnyOn ? TOPICS.map(({ topic }) => topic) : [])}
      >
        {isAnyOn ? allOff : allOn}
      </button>
      <p aria-live="polite" className="text-sm">
        {error ? error.message : isSuccess ? 'Saved' : ''}
      </p>
    </fieldset>
  );
};
