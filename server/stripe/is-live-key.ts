/** Whether a key of the card provider is one for real money. */
export const isLiveKey = (key: string): boolean => key.includes('_live_');
