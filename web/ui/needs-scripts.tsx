interface NeedsScriptsProps {
  /** The singular subject of the sentence "… needs JavaScript", such as "This form". */
  what: string;
}

/** Tells visitors without JavaScript what does not work and where to continue. */
export const NeedsScripts = ({ what }: NeedsScriptsProps) => (
  <noscript>
    <p className="panel border-warning p-4">
      {what} needs JavaScript. Turn it on in your browser and reload this page, or{' '}
      <a href="/allClasses" className="link font-semibold text-primary">
        browse the classes
      </a>
      , which works without it.
    </p>
  </noscript>
);
