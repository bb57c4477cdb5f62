import { useQuery } from '@tanstack/react-query';
import { configQuery } from '#web/calls/config.ts';

/** In the demo, links to the outbox, because no email is sent. Renders nothing on a real site. */
export const OutboxHint = () => {
  const { data: config } = useQuery(configQuery);
  if (!config?.outbox) return null;
  return (
    <p className="muted text-sm">
      This demo doesn’t send email:{' '}
      <a href={config.outbox} className="link font-semibold text-primary" target="_blank" rel="noreferrer">
        open the outbox
      </a>
    </p>
  );
};
