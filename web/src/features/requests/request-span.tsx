import { defaultSpan, spans } from '../../components/charts/span.ts';
import { SpanChoice } from '../../components/charts/span-choice.tsx';
import type { RequestSearch, SetSearch } from './search.ts';

/** Chooses the time range of the requests. A choice ends a range that was picked in the chart. */
export function RequestSpan({ search, onSearch }: { search: RequestSearch; onSearch: SetSearch }) {
  const { open: _, from, to: __, ...others } = search;
  return (
    <SpanChoice
      options={spans}
      value={from === undefined ? (search.span ?? defaultSpan) : undefined}
      onChange={(span) => onSearch({ ...others, span }, { replace: true })}
    />
  );
}
