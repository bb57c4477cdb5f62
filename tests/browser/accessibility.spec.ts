import type { SampleAccount } from '#tests/support/sample-account.ts';
import { expectLargeTargets } from './accessible.ts';
import { findClass } from './find-class.ts';
import { endStreams, expect, expectAccessible, loginAs, test } from './fixtures.ts';
import { SCREENS } from './screens.ts';

test.use({ expectedErrors: /nowhere$|email-preferences\?token=x?$/ });
test.describe.configure({ mode: 'parallel' });

for (const [who, paths] of Object.entries(SCREENS)) {
  test(`the screens of ${who} have no axe violations and no small targets, at three widths, in both themes and with forced colors`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await endStreams(page);
    if (who !== 'Visitor') await loginAs(page, who as SampleAccount);
    const own = await findClass(page, { q: 'Modern HTML' });
    const other = await findClass(page, { sort: '-price' });
    for (const path of paths) {
      await page.goto(path.replace('{own}', own).replace('{other}', other));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await test.step(path, async () => {
        await expectAccessible(page);
        await expectLargeTargets(page);
      });
    }
  });
}
