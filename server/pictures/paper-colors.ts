/** Colors of drawn documents besides the brand's: those of the light theme, also for viewers who use the dark one. */
export const COLORS = {
  paper: '#ffffff',
  ground: '#f5f3ee',
  text: '#14262b',
  muted: '#56666b',
  line: '#e4e0d6',
  withdrawn: '#b3261e',
} as const;
