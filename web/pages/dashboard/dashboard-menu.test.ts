import { describe, expect, it } from 'vitest';
import { dashboardMenu } from './dashboard-menu.ts';

const labels = (...user: Parameters<typeof dashboardMenu>) =>
  dashboardMenu(...user).map(({ label }) => label);
const NEITHER = { teaches: false, isEnrolled: false };

describe('the dashboard menu', () => {
  it.each(['admin', 'teacher', 'student'] as const)('of a %s has no duplicate entries', (role) => {
    const all = labels(role, { teaches: true, isEnrolled: true });
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(labels(role, NEITHER)));
  });

  it('offers teaching to admins who teach', () => {
    expect(labels('admin', NEITHER)).not.toContain('Add Class');
    expect(labels('admin', { ...NEITHER, teaches: true })).toEqual(
      expect.arrayContaining(['Add Class', 'My Added Class', 'Earnings']),
    );
  });

  it.each(['admin', 'teacher'] as const)('offers a %s their enrollments once they have one', (role) => {
    expect(labels(role, NEITHER)).not.toContain('My Enrollment Class');
    expect(labels(role, { ...NEITHER, isEnrolled: true }).slice(-2)).toEqual([
      'My Enrollment Class',
      'My Notes',
    ]);
  });
});
