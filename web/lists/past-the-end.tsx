import { FileX } from 'lucide-react';
import { Link } from '#web/routing/link.tsx';
import { Notice } from '#web/ui/notice.tsx';

/**
 * A page after the last one, for example because its only entry was removed.
 * @param first the search parameters of the first page
 */
export const PastTheEnd = ({ first }: { first: string }) => (
  <Notice icon={<FileX />} title="This page of the list is empty" role="status">
    <Link to={{ search: first }} className="btn btn-primary">
      Go to the first page
    </Link>
  </Notice>
);
