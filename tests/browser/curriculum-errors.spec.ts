import { addLesson, addSection, openFreeClass } from './course.ts';
import { DESKTOP, expect, expectAccessible, PHONE, test } from './fixtures.ts';

for (const viewport of [PHONE, DESKTOP]) {
  test(`a teacher sees what was not saved, and where, ${viewport.width} px`, async ({ browser, baseURL }) => {
    test.setTimeout(180_000);
    const { teacher, classId } = await openFreeClass(browser, baseURL, `Joints in ${viewport.width}`);
    const section = await addSection(teacher, classId, 'Basics');
    const lesson = await addLesson(teacher, section, { title: 'Saws', text: 'Line\n\n'.repeat(80) });
    await teacher.setViewportSize(viewport);
    await teacher.goto(`/dashboard/curriculum/${classId}`);

    const title = teacher.getByLabel('Title of a new section');
    await teacher.getByRole('button', { name: 'Add section' }).click();
    await expect(title).toBeFocused();
    await expect(title).toHaveAccessibleDescription('Title is required');
    await expectAccessible(teacher);
    await title.fill('Glue');
    await expect(teacher.getByText('Title is required')).toHaveCount(0);

    const outcomes = teacher.getByLabel('One line for each thing that students will be able to do');
    await outcomes.fill(`Saw\n\n${'glue '.repeat(40)}`);
    await expect(teacher.getByText('Not saved: Line 3: At most 150 characters')).toBeVisible();
    await outcomes.fill('Saw\nGlue');
    await expect(teacher.getByText('Saved', { exact: true })).toBeVisible();

    await teacher.goto(`/dashboard/curriculum/${classId}?lesson=${lesson}`);
    const text = teacher.getByRole('textbox', { name: 'Text' });
    await text.focus();
    await teacher.keyboard.press('Control+End');
    await teacher.keyboard.type('The end.');
    await expect(teacher.getByText('Saved', { exact: true })).toBeInViewport({ ratio: 1 });
    await text.blur();
    await expectAccessible(teacher);
  });
}
