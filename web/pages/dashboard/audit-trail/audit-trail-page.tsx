import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import {
  AUDIT_ACTIONS,
  AUDIT_SORTS,
  type AuditAction,
  type AuditEntry,
  exportAuditEntries,
} from '#contract/audit.ts';
import { auditQuery } from '#web/calls/audit.ts';
import { type Columns, DataTable } from '#web/lists/data-table.tsx';
import { ListToolbar } from '#web/lists/list-toolbar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { capitalize } from '#web/ui/capitalize.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ExportButton } from '#web/lists/export-button.tsx';

/** The entry is made before the card provider is asked, which may refuse. */
const labelOf = (action: AuditAction): string =>
  action === 'payment refunded' ? 'Refund requested' : capitalize(action);

const ACTION_FILTER = {
  name: 'action' as const,
  label: 'Action',
  allLabel: 'All actions',
  options: AUDIT_ACTIONS.map((value) => ({ value, label: labelOf(value) })),
};

const COLUMNS: Columns<AuditEntry> = [
  { id: 'date', header: 'When', cell: (entry) => formatMoment(entry.date) },
  {
    id: 'actor',
    header: 'Who',
    cell: (entry) => (
      <span className="min-w-0">
        <span dir="auto" className="block">
          {entry.actor.name}
        </span>
        <span className="muted block text-xs">
          <EmailText email={entry.actor.email} />
        </span>
      </span>
    ),
  },
  { id: 'action', header: 'Action', cell: (entry) => labelOf(entry.action) },
  {
    id: 'subject',
    header: 'Subject',
    cell: (entry) => (
      <span className="min-w-0 break-words">
        <bdi>{entry.subject}</bdi>
        {entry.reason && (
          <span className="muted block text-xs">
            Reason: <bdi>{entry.reason}</bdi>
          </span>
        )}
      </span>
    ),
  },
];

export const Component = () => {
  const list = useListState({ sorts: AUDIT_SORTS, filters: { action: AUDIT_ACTIONS } });
  const entries = useQuery(auditQuery(list.query));
  return (
    <div className="grid gap-6">
      <PageMeta title="Audit Trail" />
      <h1>Audit Trail</h1>
      <ListToolbar
        list={list}
        loaded={entries}
        searchLabel="Search by user or subject"
        filters={[ACTION_FILTER]}
        sorts={[{ value: 'oldest', label: 'Oldest first' }]}
      >
        <ExportButton call={exportAuditEntries} fileName="audit-trail.csv" />
      </ListToolbar>
      <ListView
        list={list}
        loaded={entries}
        noun={['entry', 'entries']}
        failure="The audit trail could not be loaded"
        empty={<Notice icon={<ScrollText />} title="No entries yet" />}
      >
        {(rows) => <DataTable label="Audit trail" columns={COLUMNS} rows={rows} list={list} />}
      </ListView>
    </div>
  );
};
