import { useQuery } from '@tanstack/react-query';
import { configQuery } from '#web/calls/config.ts';

/** In demo, where the mails are that would have been sent; nothing on a real site. */
export const OutboxHint = () => {
  const { data: config } = useQuery(configQuery);
  if (!config?.outbox) return null;
  return (
    <p className="muted text-sm">
      In this demo no mail leaves the server:{' '}
      <a href={config.outbox} className="link font-semibold text-primary" target="_blank" rel="noreferrer">
        open the outbox
      </a>
    </p>
  );
};
