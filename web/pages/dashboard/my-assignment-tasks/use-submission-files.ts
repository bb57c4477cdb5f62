import { useState } from 'react';
import type { Submission } from '#contract/assignments.ts';
import { useFileUploads } from '#web/files/use-file-uploads.ts';

/** The files of a submission. `problem` is why they cannot be submitted now; it is shown after the user has tried to. */
export const useSubmissionFiles = (submission: Submission | null) => {
  const uploads = useFileUploads('document', submission?.files);
  const [isRefused, setIsRefused] = useState(false);
  const hasNewFiles = uploads.ids.join() !== (submission?.files ?? []).map(({ _id }) => _id).join();
  const problem = uploads.isUploading
    ? 'Please wait until your files are uploaded.'
    : uploads.hasFailed
      ? `Some files could not be uploaded. ${uploads.canRepeat ? 'Try again or remove them.' : 'Remove them first.'}`
      : undefined;
  // Files that are added later are not a reason to refuse until the user submits again.
  if (isRefused && !problem) setIsRefused(false);
  return {
    uploads,
    isChanged: hasNewFiles || uploads.isUploading,
    problem,
    shownProblem: isRefused ? problem : undefined,
    refuse: () => setIsRefused(true),
  };
};
