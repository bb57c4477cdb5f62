/** Stands in for the picture of a slide that cannot be loaded. */
export const SLIDE_FALLBACK = '/pictures/heroes/harbor.svg';
