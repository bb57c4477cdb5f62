import { EmailTopics } from '#web/account/email-topics.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { useSearchParams } from '#web/routing/router-context.ts';
import { NeedsScripts } from '#web/ui/needs-scripts.tsx';

/** Lets recipients choose their emails without logging in, by a link in an email. */
export const Component = () => {
  const [parameters] = useSearchParams();
  return (
    <div className="mx-auto grid max-w-xl grid-cols-1 gap-6 px-4 py-12 sm:px-6">
      <PageMeta title="Email preferences" hidden />
      <h1>Email preferences</h1>
      <NeedsScripts what="This page" />
      <section className="panel p-6 sm:p-8" aria-label="Emails">
        <EmailTopics token={parameters.get('token') ?? ''} />
      </section>
    </div>
  );
};
