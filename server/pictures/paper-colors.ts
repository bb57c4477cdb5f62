import { THEME_COLORS } from '#contract/theme-colors.ts';

const { card, page, text, line, error } = THEME_COLORS.light;

/**
 * Colors besides the brand's of all that the server draws: those of the light theme, also for viewers who use the dark
 * one.
 */
export const COLORS = {
  paper: card,
  ground: page,
  text,
  muted: '#56666b',
  line,
  withdrawn: error,
} as const;
