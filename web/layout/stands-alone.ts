/** Whether a page is shown without navbar and footer, as login and registration are. */
export const standsAlone = (pathname: string): boolean => /login|registration/.test(pathname);
