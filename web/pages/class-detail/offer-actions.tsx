import type { Class } from '#contract/classes.ts';
import { useClassRelation } from '#web/classes/use-class-relation.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useLocation } from '#web/routing/screens.tsx';
import { useSession } from '#web/session/session-context.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { SaveButton } from './save-button.tsx';
import { SaveLabel } from './save-label.tsx';
import { ShareButton } from './share-button.tsx';

/** Saves the class for later. Visitors log in first, and those who teach or have the class need not save it. */
const Save = ({ classId }: { classId: string }) => {
  const { user, loading } = useSession();
  const { as } = useClassRelation(classId);
  const location = useLocation();
  // The relation may be known before this part is hydrated.
  const isHydrated = useHydrated();
  if (!isHydrated || loading || as === 'pending' || as === 'failed')
    return (
      <button type="button" className="btn btn-outline" disabled>
        <SaveLabel />
      </button>
    );
  if (as !== 'visitor') return null;
  if (user) return <SaveButton classId={classId} />;
  return (
    <Link to={PATHS.login} state={{ from: location }} className="btn btn-outline">
      <SaveLabel />
    </Link>
  );
};

/** The buttons that share and save a class. */
export const OfferActions = ({ offer: { _id, title } }: { offer: Class }) => (
  <ShareButton title={title}>
    <Save classId={_id} />
  </ShareButton>
);
