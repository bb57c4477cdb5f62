/** What a user reads after a report. @param modifiedCount 0 if they had already reported the same text */
export const describeReport = ({ modifiedCount }: { modifiedCount: number }): string =>
  modifiedCount > 0
    ? 'Thank you. An admin will review it.'
    : 'You’ve already reported this. An admin will review it.';
