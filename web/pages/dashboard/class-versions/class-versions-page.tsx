import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ClassVersion } from '#contract/class-changes.ts';
import { classVersionsQuery } from '#web/calls/class-changes.ts';
import { ListView } from '#web/lists/list-view.tsx';
import { useListState } from '#web/lists/use-list-state.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ComparedTexts } from '#web/review/compared-texts.tsx';
import { PATHS } from '#web/paths.ts';
import { useParams } from '#web/routing/screens.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Price } from '#web/ui/price.tsx';

const FirstTexts = ({ texts: { title, price, description } }: Pick<ClassVersion, 'texts'>) => (
  <div className="grid gap-2">
    <p className="font-semibold wrap-anywhere">
      <bdi>{title}</bdi> · <Price of={price} />
    </p>
    <p dir="auto" className="wrap-anywhere whitespace-pre-line">
      {description}
    </p>
  </div>
);

const Version = ({ version: { number, texts, before, approvedBy, date } }: { version: ClassVersion }) => (
  <article className="panel grid gap-4 p-5" aria-labelledby={`version-${number}`}>
    <header className="grid gap-1">
      <h2 id={`version-${number}`} className="text-lg">
        Version {number}
      </h2>
      <p className="muted text-sm">
        Published {formatMoment(date)} ·{' '}
        {approvedBy ? (
          <>
            approved by <bdi>{approvedBy.name}</bdi>
          </>
        ) : (
          'needed no review'
        )}
      </p>
    </header>
    {before ? (
      <ComparedTexts before={before} after={texts} labels={{ before: 'Before', after: 'After' }} />
    ) : (
      <FirstTexts texts={texts} />
    )}
  </article>
);

/** The published versions of a class, newest first, for admins. */
export const Component = () => {
  const { id = '' } = useParams();
  const list = useListState({ sorts: [] });
  const { page, limit } = list.query;
  const versions = useQuery(classVersionsQuery(id, { page, limit }));
  const title = versions.data?.rows[0]?.texts.title;
  return (
    <div className="grid gap-6">
      <PageMeta title="Class History" />
      <BackLink to={PATHS.allClassRequests}>All requests</BackLink>
      <header className="grid gap-2">
        <h1>Class History</h1>
        {title !== undefined && (
          <p dir="auto" className="muted wrap-anywhere">
            {title}
          </p>
        )}
      </header>
      <ListView
        list={list}
        loaded={versions}
        noun={['version', 'versions']}
        failure="The history could not be loaded"
        empty={<Notice icon={<History />} title="This class has not been published yet" />}
      >
        {(rows) => (
          <div className="grid grid-cols-1 gap-5">
            {rows.map((version) => (
              <Version key={version._id} version={version} />
            ))}
          </div>
        )}
      </ListView>
    </div>
  );
};
