/** Whether a page is shown without navbar and footer, as login and registration are. */
export const isStandalone = (pathname: string): boolean => /login|registration/.test(pathname);
