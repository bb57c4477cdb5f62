import type { ComponentProps } from 'react';
import { Field } from '#web/ui/field.tsx';

/** The target of the button of a slide or a call to action. */
export const LinkField = (props: Omit<ComponentProps<typeof Field>, 'label'>) => (
  <Field
    label="Button link"
    hint="A path on this site such as /allClasses, or a web address"
    inputMode="url"
    {...props}
  />
);
