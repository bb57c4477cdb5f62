import type { Locator } from '@playwright/test';
import { expect, expectNoSideScroll, setTheme, test } from './fixtures.ts';

/** The lowest contrast of each text of a slide with the part of the picture behind it (WCAG 2.2, 1.4.3). */
const lowestContrasts = (slide: Locator): Promise<number[]> =>
  slide.evaluate(async (element) => {
    const picture = element.querySelector('img')!;
    await picture.decode();
    const frame = picture.getBoundingClientRect();
    const canvas = document.createElement('canvas');
    canvas.width = frame.width;
    canvas.height = frame.height;
    const context = canvas.getContext('2d')!;
    // Positions the picture like object-fit: cover.
    const { naturalWidth, naturalHeight } = picture;
    const scale = Math.max(frame.width / naturalWidth, frame.height / naturalHeight);
    const [width, height] = [naturalWidth * scale, naturalHeight * scale];
    const [x, y] = getComputedStyle(picture)
      .objectPosition.split(' ')
      .map((part) => parseFloat(part) / 100);
    context.drawImage(picture, (frame.width - width) * x!, (frame.height - height) * y!, width, height);
    const luminance = (rgb: ArrayLike<number>) => {
      const [red, green, blue] = [rgb[0]!, rgb[1]!, rgb[2]!].map((part) =>
        part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    return [...element.querySelectorAll('p, h1, h2')].map((text) => {
      const ink = luminance(getComputedStyle(text).color.match(/\d+/g)!.map(Number));
      const at = text.getBoundingClientRect();
      const { data } = context.getImageData(at.x - frame.x, at.y - frame.y, at.width, at.height);
      let lowest = Infinity;
      for (let index = 0; index < data.length; index += 4) {
        const ground = luminance(data.subarray(index, index + 3));
        lowest = Math.min(lowest, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05));
      }
      return lowest;
    });
  });

for (const theme of ['light', 'dark'] as const) {
  test(`the hero’s text is readable on its undimmed pictures, in the ${theme} theme`, async ({ page }) => {
    await setTheme(page, theme);
    for (const width of [320, 360, 768, 1024, 1279, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      const hero = page.getByRole('region', { name: 'Welcome' });
      for (const headline of ['Learn With Us', 'Become A Teacher And Help', 'Develop Digital Skills']) {
        const slide = hero.getByRole('group').filter({ hasText: headline });
        await expect(slide).toBeInViewport({ ratio: 0.9 });
        const veils = await slide.locator('*').evaluateAll(
          (elements) =>
            elements.filter((element) => {
              const { backgroundImage, backgroundColor, opacity } = getComputedStyle(element);
              return backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)' || opacity !== '1';
            }).length,
        );
        expect(veils).toBe(0);
        const contrasts = await lowestContrasts(slide);
        expect(contrasts).toHaveLength(2);
        expect(Math.min(...contrasts), `${headline} at ${width} px`).toBeGreaterThanOrEqual(4.5);
        await hero.getByRole('button', { name: 'Next slide' }).click();
      }
    }
  });
}

test('the specified texts keep their capitals, and words are spaced apart', async ({ page }) => {
  await page.goto('/');
  const changed = await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => getComputedStyle(element).textTransform !== 'none')
      .map((element) => element.textContent),
  );
  expect(changed).toEqual([]);
  // Typefaces set words about a quarter of an em apart. Below a fifth, they run together.
  for (const text of ['Teaching, Learning And Management', 'Meet Our Global Partners', 'Total Users']) {
    const gap = await page
      .getByText(text)
      .first()
      .evaluate((element) => {
        const style = getComputedStyle(element);
        const context = document.createElement('canvas').getContext('2d')!;
        context.font = style.font;
        const space = context.measureText(' ').width;
        const between = (value: string) => Number.parseFloat(value) || 0;
        return (
          (space + between(style.wordSpacing) + between(style.letterSpacing)) /
          Number.parseFloat(style.fontSize)
        );
      });
    expect(gap, text).toBeGreaterThanOrEqual(0.22);
  }
});

test('four partners are in view at every width, with clickable pagination', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Collaborate Our Team Around The World')).toBeVisible();
  const partners = page.getByRole('region', { name: 'Our partners' });
  await partners.scrollIntoViewIfNeeded();
  const widthOf = async (locator: Locator) => (await locator.boundingBox())!.width;
  for (const width of [320, 360, 400, 600, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(
        async () =>
          4 * (await widthOf(partners.getByRole('group').first())) + 3 * 30 - (await widthOf(partners)),
        { message: `at ${width} px` },
      )
      .toBeCloseTo(0, 0);
    // Names are shown completely or not at all.
    const cut = await partners.getByRole('group').evaluateAll((slides) =>
      slides
        .filter((slide) => {
          const name = slide.querySelector('span')!;
          const isSeen = name.offsetWidth > 1;
          return isSeen && name.offsetWidth > slide.clientWidth - 8;
        })
        .map((slide) => slide.textContent),
    );
    expect(cut, `at ${width} px`).toEqual([]);
    await expectNoSideScroll(page);
  }
  const fifth = partners.getByRole('button', { name: 'Slide 5', exact: true });
  await fifth.click();
  await expect(fifth).toHaveAttribute('aria-current', 'true');
  // The slide is centered among the others.
  const middleOf = async (locator: Locator) => {
    const { x, width } = (await locator.boundingBox())!;
    return x + width / 2;
  };
  const slide = partners.getByRole('group', { name: '5 of 9' });
  await expect
    .poll(async () => Math.abs((await middleOf(slide)) - (await middleOf(partners))))
    .toBeLessThan(1);
});
