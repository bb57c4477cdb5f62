/**
 * Colors besides the brand's of all that the server draws: those of the light theme in `web/styles.css`, also for viewers
 * who use the dark one.
 */
export const COLORS = {
  paper: '#ffffff',
  ground: '#f5f3ee',
  text: '#14262b',
  muted: '#56666b',
  line: '#e4e0d6',
  withdrawn: '#b3261e',
} as const;
