import type { ClassViewer } from './classes.repository.ts';

/**
 * Whether a viewer manages a class: its teacher and admins do.
 * @param teacherId undefined if there is no such class, so that only admins may look for it
 */
export const managesClass = (viewer: ClassViewer, teacherId: string | undefined): boolean =>
  viewer !== undefined && (viewer.role === 'admin' || viewer.id === teacherId);
