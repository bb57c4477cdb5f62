import type { Page } from '@playwright/test';
import { fillRegistration } from './fixtures.ts';

/** Registers a new user, who is then signed in. */
export const registerWith = async (page: Page, email: string): Promise<void> => {
  await page.goto('/registration');
  await fillRegistration(page, email, 'Zoe Account');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('/');
};

/** Logs in with a password on the login screen. */
export const logIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
};
