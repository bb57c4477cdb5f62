import { useQuery } from '@tanstack/react-query';
import { PUBLIC_PAGES } from '#contract/pages.ts';
import { ownBioQuery } from '#web/calls/bios.ts';
import { LinkedPart } from '#web/layout/linked-part.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';
import { BioForm } from './bio-form.tsx';

/** The public page of a teacher: a link to it, and the form of the text about them. */
export const PublicPage = () => {
  const { email } = useSignedInUser();
  const { data, isError, refetch } = useQuery(ownBioQuery(email));
  return (
    <section className="panel grid grid-cols-1 gap-5 p-6 sm:p-8" aria-labelledby="public-page">
      <LinkedPart />
      <h2 id="public-page">Your public page</h2>
      {isError && !data ? (
        <LoadError title="Your public page could not be loaded" onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingText />
      ) : (
        <>
          {data.isPublic ? (
            <Link to={PATHS.teacher(data._id)} className="link justify-self-start font-semibold">
              View your public page
            </Link>
          ) : (
            <p className="muted">Your page is public once one of your classes is published.</p>
          )}
          {data.hiddenReason === undefined ? (
            <BioForm own={data} />
          ) : (
            <div className="grid grid-cols-1 gap-2">
              <h3 className="text-sm font-semibold">About you</h3>
              <p className="text-sm wrap-anywhere text-error">
                Hidden by an admin: <bdi>{data.hiddenReason}</bdi>
              </p>
              <p className="text-sm">
                Nobody else sees your text, and you can’t edit it while it is hidden.{' '}
                <Link to={PUBLIC_PAGES.contacts} className="link inline-block min-h-6">
                  Contact us
                </Link>{' '}
                to have it shown again.
              </p>
              <p dir="auto" className="muted max-w-2xl whitespace-pre-line wrap-anywhere">
                {data.bio}
              </p>
            </div>
          )}
        </>
      )}
    </section>
  );
};
