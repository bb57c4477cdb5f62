interface Pressed {
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** On Apple's keyboards, Ctrl with a letter moves the cursor or deletes text. */
const hasCommandKey = (): boolean => navigator.userAgent.includes('Mac OS X');

/** Whether Ctrl, or Cmd on Apple's keyboards, is pressed without another modifier. */
export const isShortcut = ({ ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean => {
  const [wanted, other] = hasCommandKey() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return wanted && !other && !altKey && !shiftKey;
};

/** A shortcut as users read it. */
export const shortcutLabel = (key: string): string =>
  `${hasCommandKey() ? '⌘' : 'Ctrl+'}${key.toUpperCase()}`;

/** A shortcut as the value of `aria-keyshortcuts`. */
export const ariaShortcut = (key: string): string =>
  `${hasCommandKey() ? 'Meta' : 'Control'}+${key.toUpperCase()}`;
