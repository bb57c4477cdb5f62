import { useQuery } from '@tanstack/react-query';
import type { ClassFilter } from '#contract/classes.ts';
import { correctionQuery } from '#web/calls/corrections.ts';
import { type ListState, writeListState } from '#web/lists/use-list-state.ts';
import { Link } from '#web/routing/link.tsx';

export { correctionQuery };

interface CorrectionProps {
  filter: ClassFilter;
  list: Pick<ListState, 'sort' | 'page' | 'filters'>;
}

/** Offers another search, with the same filters, if the text of this one seems to have a typo. */
export const Correction = ({ filter, list }: CorrectionProps) => {
  const correction = useQuery(correctionQuery(filter)).data?.correction;
  if (!correction) return null;
  return (
    <p className="max-w-full wrap-anywhere">
      Did you mean{' '}
      <Link className="link" to={{ search: writeListState({ ...list, q: correction, page: 1 }) }}>
        “<bdi>{correction}</bdi>”
      </Link>
      ?
    </p>
  );
};
