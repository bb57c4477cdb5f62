import { DiscardButton } from '#web/forms/discard-button.tsx';

interface OutdatedFormProps {
  /** What happened to the class or to the change in the form, unless the screen says so already. */
  text?: string;
  onShow: () => void;
}

/** Says that what the form was filled from has changed in the meantime. What the teacher has typed stays. */
export const OutdatedForm = ({ text, onShow }: OutdatedFormProps) => (
  <div role="alert" className="panel grid gap-3 border-error p-5">
    {text && <p className="font-semibold">{text}</p>}
    <p>Your entries are still in the form. All other fields show the current class.</p>
    <DiscardButton what="the current class" onDiscard={onShow} />
  </div>
);
