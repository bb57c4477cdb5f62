import { FileDown } from 'lucide-react';
import type { StoredFile } from '#contract/files.ts';
import { fetchFileLink, publicFileUrl } from '#web/calls/files.ts';
import { DownloadButton } from '#web/files/download-button.tsx';
import { useSession } from '#web/session/session-context.ts';
import { formatBytes } from '#web/ui/format-bytes.ts';

/** A label for the file's type, from its extension: `PDF`. */
const typeOf = (name: string): string => /\.([\w-]{1,8})$/.exec(name)?.[1]?.toUpperCase() ?? 'File';

/** The download of a lesson's file. */
export const LessonFile = ({ file: { _id, name, bytes } }: { file: StoredFile }) => {
  const { user } = useSession();
  return (
    <section aria-label="File" className="panel flex flex-wrap items-center gap-4 p-4">
      <FileDown className="size-8 shrink-0 text-primary" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <bdi className="block font-semibold wrap-anywhere">{name}</bdi>
        <p className="muted text-sm">
          {typeOf(name)} · {formatBytes(bytes)}
        </p>
      </div>
      <DownloadButton
        fetchLink={() => (user ? fetchFileLink(_id) : Promise.resolve(publicFileUrl(_id)))}
        label={`Download ${name}`}
        className="btn btn-primary"
      >
        Download
      </DownloadButton>
    </section>
  );
};
