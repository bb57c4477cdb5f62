// The films of the demo, by the name that their lesson refers to. This file also runs in Chromium.
import { easing } from './films/easing.ts';
import { flexbox } from './films/flexbox.ts';
import { indexSearch } from './films/index-search.ts';
import { jump } from './films/jump.ts';
import { lineLength } from './films/line-length.ts';
import { relativeColor } from './films/relative-color.ts';
import type { Film } from './stage.ts';

export const FILMS: Readonly<Record<string, Film>> = {
  easing,
  flexbox,
  'index-search': indexSearch,
  jump,
  'line-length': lineLength,
  'relative-color': relativeColor,
};
