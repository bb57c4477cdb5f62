import type { Database } from '../../database/client.ts';
import type { FileStorage } from '../../files/storage.ts';
import { cleanFileName, withoutFolders } from '../files/file-name.ts';
import { readStoredFile } from '../files/read-stored-file.ts';
import { createNaming, type ZipEntry } from '../files/send-zip.ts';
import { listSubmissions, type SubmissionRow } from './submissions.repository.ts';

/** The text of a submission without its files. */
const describe = ({ text, link, submittedAt, late }: SubmissionRow['submission']): string =>
  [`Submitted ${submittedAt.toISOString()}${late ? ', late' : ''}`, link, text].filter(Boolean).join('\n\n');

/** All submissions of a class: for each student a folder with the files and a text file with the rest. */
export async function* listSubmittedFiles(
  { db, storage }: { db: Database; storage: FileStorage },
  classId: string,
): AsyncGenerator<ZipEntry, void> {
  const folderFor = createNaming();
  for await (const rows of listSubmissions(db, classId, { sort: 'name' }).batches())
    for (const { submission, student, files } of rows) {
      const folder = folderFor(cleanFileName(withoutFolders(student.name)));
      const modifiedAt = submission.submittedAt;
      yield { folder, name: 'submission.txt', modifiedAt, content: describe(submission) };
      for (const { _id, name } of files)
        yield { folder, name, modifiedAt, content: () => readStoredFile(storage, _id) };
    }
}
