/** Shown if the picture of a slide cannot be loaded. */
export const SLIDE_FALLBACK = '/pictures/heroes/harbor.svg';
