import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Class } from '#contract/classes.ts';
import { classesQuery } from '#web/calls/classes.ts';
import { ClassGrid } from '#web/classes/class-grid.tsx';
import type { PageRequest } from '#web/rendering/page-handle.ts';

const SHOWN = 3;
const MOST_DEMANDED = { status: 'approve', sort: '-enroll' } as const;

/**
 * Classes in the same category. The limit leaves room for the class itself and its teacher's classes, which are
 * removed.
 */
const relatedClassesQuery = (category: Class['category']) =>
  classesQuery({ ...MOST_DEMANDED, category, limit: 2 * SHOWN + 1 });

/** Classes by the same teacher, which may include the class itself. */
const teachersClassesQuery = (id: string) =>
  classesQuery({ ...MOST_DEMANDED, sameTeacherAs: id, limit: SHOWN + 1 });

/** Loads the data of this part. */
export const prefetchOthers = ({ _id, category }: Class, load: PageRequest['load']): Promise<unknown> =>
  Promise.all([load(teachersClassesQuery(_id)), category && load(relatedClassesQuery(category))]);

interface OthersProps {
  id: string;
  title: ReactNode;
  classes: Class[] | undefined;
  except: string[];
}

const Others = ({ id, title, classes = [], except }: OthersProps) => {
  const others = classes.filter(({ _id }) => !except.includes(_id)).slice(0, SHOWN);
  if (others.length === 0) return null;
  return (
    <section className="grid gap-6" aria-labelledby={id}>
      <h2 id={id} className="wrap-anywhere">
        {title}
      </h2>
      <ClassGrid classes={others} heading="h3" />
    </section>
  );
};

/** Other classes by the teacher, and other classes in the category. No class is listed twice. */
export const OtherClasses = ({ offer: { _id, name, category } }: { offer: Class }) => {
  const { data: byTeacher } = useQuery(teachersClassesQuery(_id));
  const { data: related } = useQuery({ ...relatedClassesQuery(category), enabled: category !== undefined });
  const ofTeacher = byTeacher?.filter((other) => other._id !== _id).slice(0, SHOWN) ?? [];
  return (
    <>
      <Others
        id="by-teacher"
        title={
          <>
            More by <bdi>{name}</bdi>
          </>
        }
        classes={byTeacher}
        except={[_id]}
      />
      <Others
        id="related"
        title={`More in ${category ?? ''}`}
        classes={related}
        except={[_id, ...ofTeacher.map((other) => other._id)]}
      />
    </>
  );
};
