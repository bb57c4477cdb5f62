import { Offline } from './offline.tsx';
import { useOffline } from './use-offline.ts';

/** Takes the place of a small part while its data loads. */
export const LoadingText = () => (useOffline() ? <Offline /> : <p role="status">Loading...</p>);
