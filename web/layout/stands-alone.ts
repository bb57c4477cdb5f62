/** Login and registration stand alone, without navbar and footer. */
export const standsAlone = (pathname: string): boolean => /login|registration/.test(pathname);
