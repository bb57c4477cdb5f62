/** A number of marks in words. */
export const inMarks = (marks: number): string => `${marks} ${marks === 1 ? 'mark' : 'marks'}`;
