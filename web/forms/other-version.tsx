import { VersionChoice } from './version-choice.tsx';

interface OtherVersionProps {
  title: string;
  text: string;
  onChoose: (version: 'own' | 'other') => void;
}

/** Shows the version of a text that was saved elsewhere while the user was writing, and lets them choose one. */
export const OtherVersion = ({ title, text, onChoose }: OtherVersionProps) => (
  <div role="alert" className="grid gap-3">
    <p className="font-semibold">{title}</p>
    <p dir="auto" className="panel p-3 whitespace-pre-line wrap-anywhere">
      {text}
    </p>
    <VersionChoice onChoose={onChoose} />
  </div>
);
