import { useClassRelation } from '#web/classes/use-class-relation.ts';
import { useSession } from '#web/session/session-context.ts';
import { SaveButton } from './save-button.tsx';
import { SaveLabel } from './save-label.tsx';
import { ShareButton } from './share-button.tsx';

/** Saves the class for later. Those who teach or have the class need not save it. */
const Save = ({ classId }: { classId: string }) => {
  const { user } = useSession();
  const { as } = useClassRelation(classId);
  if (as === 'student' || as === 'teacher') return null;
  if (user && as === 'visitor') return <SaveButton classId={classId} />;
  return (
    <button type="button" className="btn btn-outline" disabled>
      <SaveLabel />
    </button>
  );
};

interface OfferActionsProps {
  classId: string;
  title: string;
}

/** The buttons that share and save a class. */
export const OfferActions = ({ classId, title }: OfferActionsProps) => (
  <ShareButton title={title}>
    <Save classId={classId} />
  </ShareButton>
);
