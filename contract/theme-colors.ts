/**
 * Colors of the two themes for what `web/styles.css` does not reach: emails, pictures, documents and the card form. A
 * test compares them with that file.
 */
export const THEME_COLORS = {
  light: {
    card: '#ffffff',
    page: '#f5f3ee',
    line: '#e4e0d6',
    text: '#14262b',
    onAccent: '#ffffff',
    error: '#b3261e',
  },
  dark: {
    card: '#102126',
    page: '#0a171b',
    line: '#29424a',
    text: '#e9f0f0',
    onAccent: '#04222a',
    error: '#ffa198',
  },
} as const;

/** The product's own accent color in the dark theme, which its designer chose. */
export const OWN_DARK_ACCENT = '#5cc8d7';
