import type { SyntheticEvent } from 'react';

/** The value of a form's second submit button. */
export const SECOND_ACTION = 'second';

/** Whether a form was submitted by its second button. */
export const isSecondAction = ({ nativeEvent }: SyntheticEvent): boolean =>
  (nativeEvent as SubmitEvent).submitter?.getAttribute('value') === SECOND_ACTION;
