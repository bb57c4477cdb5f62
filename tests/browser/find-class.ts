import type { Page } from '@playwright/test';

/** @param query the query of the list of classes, whose first class is meant @returns the id of the class */
export const findClass = async (page: Page, query: { q?: string; sort?: string }): Promise<string> => {
  const response = await page.request.get('/api/classes', { params: { ...query, limit: 1 } });
  const [found] = (await response.json()) as { _id: string }[];
  return found!._id;
};
