import { NextSteps } from './next-steps.tsx';
import { OpenTasks } from './open-tasks.tsx';
import { PartsInOrder } from './parts-in-order.tsx';
import { useAdminTasks } from './use-admin-tasks.ts';

/** The home screen of an admin. */
export const AdminHome = () => {
  const tasks = useAdminTasks();
  return (
    <PartsInOrder
      parts={[
        {
          name: 'tasks',
          queries: tasks.queries,
          content: (
            <OpenTasks
              queries={tasks.queries}
              items={tasks.items}
              nothing="Nothing. You’ve reviewed everything."
            />
          ),
        },
        { name: 'next steps', queries: [], content: <NextSteps role="admin" /> },
      ]}
    />
  );
};
