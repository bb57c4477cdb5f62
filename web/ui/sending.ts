import { createContext, useContext } from 'react';

/**
 * Whether the surrounding form is being sent, and closes or is left afterwards. What is typed meanwhile would be lost, so its
 * controls accept no input. They keep the focus, unlike disabled ones.
 */
export const SendingContext = createContext(false);

export const useIsSending = (): boolean => useContext(SendingContext);
