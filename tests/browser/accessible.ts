import axe from 'axe-core';
import { expect, type Page, test } from '@playwright/test';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** A phone enlarged to the limit, a tablet and a desktop, in pixels. */
const WIDTHS = [320, 768, 1280];

/** The time limit in milliseconds, on a slow machine. */
const ALLOWED = 60_000;

const ALL_RULES = axe
  .getRules()
  .filter(({ tags }) => !tags.includes('wcag2aaa'))
  .map(({ ruleId }) => ruleId);
/** The rules that a theme can affect, because it changes only colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Waits for color transitions to finish, because the contrast is different during them. */
const waitForTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A transition of an inherited color restarts while the parent's is running. Transitions of text in a closed
    // question remain listed after they have finished.
    const isRunning = (animation: Animation) =>
      animation instanceof CSSTransition && animation.playState === 'running';
    let running: Animation[];
    do {
      await nextFrame();
      running = document.getAnimations().filter(isRunning);
      await Promise.allSettled(running.map(({ finished }) => finished));
    } while (running.length > 0);
  });

/** The pixels by which the page is wider than the window. */
const sideScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const toggleTheme = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const isDark = root.classList.toggle('dark');
    root.dataset.theme = isDark ? 'dark' : 'light';
    dispatchEvent(new Event('classharbor:theme'));
  });

/** All frames are of the site's own origin, so a single run in the page reaches them. */
const loadAxe = async (page: Page): Promise<void> => {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue;
    await frame.evaluate(axe.source);
    await frame.evaluate(() => {
      const { prototype } = CSSStyleDeclaration;
      const descriptor = Object.getOwnPropertyDescriptor(prototype, 'getPropertyValue')!;
      const read = descriptor.value as (this: CSSStyleDeclaration, name: string) => string;
      // With forced colors, Chromium draws text in the forced color but reports the fill color from the stylesheet.
      prototype.getPropertyValue = function (name) {
        return read.call(this, name === '-webkit-text-fill-color' ? 'color' : name);
      };
    });
  }
};

const findViolations = async (page: Page, within: string, rules: string[]): Promise<string[]> => {
  await waitForTransitions(page);
  return page.evaluate(
    async ([selector, values]) => {
      const { violations } = await window.axe.run(selector, {
        runOnly: { type: 'rule', values },
        resultTypes: ['violations'],
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    [within, rules] as const,
  );
};

/** Expects that nothing overflows horizontally. */
export const expectNoSideScroll = async (page: Page): Promise<void> => {
  // Parts that measure their place, such as previews, follow a new width a moment later.
  await expect.poll(() => sideScroll(page)).toBeLessThanOrEqual(0);
};

/**
 * Expects no axe violations on the current page, by all rules except those for AAA, at three widths, in both themes
 * and with forced colors, and no horizontal overflow. The page is not reloaded, and its width and theme are restored.
 * @param within the part that is not behind a dialog
 */
export const expectAccessible = async (page: Page, within = 'html'): Promise<void> => {
  // The check extends the test's time limit by its own.
  test.setTimeout(test.info().timeout + ALLOWED);
  const viewport = page.viewportSize()!;
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('[aria-busy=true] > h1')).toHaveCount(0);
  await expect(page).toHaveTitle(/./);
  // A dialog loads its code when it is first opened.
  await expect(page.locator(within).first()).toBeVisible();
  await loadAxe(page);
  const found: string[] = [];
  const look = async (where: string, rules: string[]) => {
    found.push(...(await findViolations(page, within, rules)).map((violation) => `${where}: ${violation}`));
  };
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...viewport, width });
    await look(`${width} px`, ALL_RULES);
    const tooWide = await sideScroll(page);
    if (tooWide > 0) found.push(`${width} px: ${tooWide} px too wide`);
    await toggleTheme(page);
    // The frame of the card form loads a moment later.
    await expect
      .poll(() => findViolations(page, within, COLOR_RULES), {
        message: `${width} px, other theme`,
        timeout: ALLOWED,
      })
      .toEqual([]);
    await toggleTheme(page);
    await page.emulateMedia({ forcedColors: 'active' });
    await look(`${width} px, forced colors`, COLOR_RULES);
    await page.emulateMedia({ forcedColors: null });
  }
  await page.setViewportSize(viewport);
  await waitForTransitions(page);
  expect(found, page.url()).toEqual([]);
};

/** The least width and height of a target, in pixels. */
const TARGET = 24;

/**
 * The controls that are smaller than a target may be, with their sizes. The label of a field belongs to its target. A
 * link in a sentence is as high as its text.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const isInSentence = (target: Element) =>
      getComputedStyle(target).display === 'inline' &&
      [...target.parentElement!.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
      );
    const sizeOf = (target: Element) => {
      const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
      const boxes = [target, ...labels].map((part) => part.getBoundingClientRect());
      return [
        Math.max(...boxes.map(({ width }) => width)),
        Math.max(...boxes.map(({ height }) => height)),
      ].map(Math.round);
    };
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((target) => target.checkVisibility() && !target.matches('.sr-only') && !isInSentence(target))
      .map((target) => ({ target, size: sizeOf(target) }))
      .filter(({ size }) => Math.min(...size) < least)
      .map(({ target, size }) => `${target.ariaLabel ?? target.textContent}: ${size.join(' by ')} px`);
  }, TARGET);

/** Expects that every control of the page is large enough to be hit, at three widths. The width is restored. */
export const expectLargeTargets = async (page: Page): Promise<void> => {
  const viewport = page.viewportSize()!;
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...viewport, width });
    found.push(...(await smallTargets(page)).map((target) => `${width} px: ${target}`));
  }
  await page.setViewportSize(viewport);
  expect(found, page.url()).toEqual([]);
};
