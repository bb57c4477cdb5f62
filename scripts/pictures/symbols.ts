import {
  Anchor,
  Brush,
  Compass,
  Feather,
  Gamepad2,
  Hexagon,
  LayoutTemplate,
  Leaf,
  type LucideIcon,
  Megaphone,
  Mountain,
  Sailboat,
  Search,
  Smartphone,
  Waves,
} from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { HOME_SYMBOLS } from '#contract/home-content.ts';

const SYMBOLS: Record<(typeof HOME_SYMBOLS)[number], LucideIcon> = {
  anchor: Anchor,
  brush: Brush,
  compass: Compass,
  feather: Feather,
  gamepad: Gamepad2,
  hexagon: Hexagon,
  layout: LayoutTemplate,
  leaf: Leaf,
  megaphone: Megaphone,
  mountain: Mountain,
  sailboat: Sailboat,
  search: Search,
  smartphone: Smartphone,
  waves: Waves,
};

/** The symbols of the home page in one file. Each takes its color and its stroke from where it is used. */
export const symbols = (): string => {
  const parts = Object.entries(SYMBOLS).map(([name, icon]) => {
    const [, shapes] = /^<svg[^>]*>(.*)<\/svg>$/.exec(renderToStaticMarkup(createElement(icon)))!;
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${parts.join('')}</svg>\n`;
};
