import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { query } from '../../api/queries.ts';
import { Loaded } from '../../components/page/loaded.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { shortId } from '../../components/runs/short-id.ts';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { RunDifferences } from './run-differences.tsx';
import type { ViewedRun } from './viewed-run.ts';

const texts = runsTexts.compare;
const route = getRouteApi('/runs/$id');
const local = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The differences between two runs, step by step. */
export const CompareRuns = ({ other, ...rest }: ComparingProps & { other: string | undefined }) =>
  other === undefined ? (
    <Panel title={texts.label}>
      <OtherRun {...rest} other={undefined} />
    </Panel>
  ) : (
    <Comparison {...rest} other={other} />
  );

interface ComparingProps {
  readonly run: ViewedRun;
  readonly onStop: () => void;
}

function Comparison({ run, other, onStop }: ComparingProps & { other: string }) {
  const result = useQuery(query('GET /runs/:id', { params: { id: other }, query: {} }));
  const { data } = result;
  return (
    <Panel title={data ? texts.title(...namesOf(data)) : texts.label}>
      <OtherRun run={run} other={data ?? { id: other }} onStop={onStop} />
      <Loaded result={result}>{(found) => <RunDifferences run={run} other={found} />}</Loaded>
    </Panel>
  );
}

/** Chooses the run to compare with, which is kept in the URL. */
function OtherRun({
  run,
  other,
  onStop,
}: ComparingProps & { other: ViewedRun | { id: string } | undefined }) {
  const navigate = route.useNavigate();
  const found = useChoices(run);
  const [typed, setTyped] = useState('');
  const choices = found ?? [];
  const isListed = (id: string) => choices.some(({ value }) => value === id);
  const chosen = other && !isListed(other.id) ? [choiceOf(other)] : [];
  const pasted = typed.trim();
  const isNew = isId(pasted) && !isListed(pasted) && pasted !== other?.id;
  return (
    <Group gap="sm" align="flex-end">
      <Select
        flex={1}
        miw={220}
        maw={420}
        label={texts.choose}
        // Users who press Compare choose a run next.
        autoFocus={other === undefined}
        description={found?.length === 0 && !other ? texts.noOther : texts.about}
        placeholder={texts.placeholder}
        value={other?.id ?? null}
        data={[...choices, ...chosen, ...(isNew ? [pasted] : [])]}
        searchable
        onSearchChange={setTyped}
        onChange={(id) => void navigate({ search: id === null ? {} : { compare: id }, resetScroll: false })}
        comboboxProps={{ withinPortal: false }}
      />
      <Button variant="subtle" onClick={onStop}>
        {other ? texts.stop : sharedTexts.cancel}
      </Button>
    </Group>
  );
}

type RunSummary = Pick<ViewedRun, 'id' | 'accepted_at' | 'status' | 'lead' | 'summary'>;

/** Identifies a run by its time, its lead or data, and its status, because people don't recognize run IDs. */
const namesOf = ({ id, accepted_at, status, lead, summary }: RunSummary) =>
  [
    local.format(new Date(accepted_at)),
    escapeBidi(lead?.name ?? summary ?? shortId(id)),
    runsTexts.statuses[status],
  ] as const;

const choiceOf = (run: RunSummary | { id: string }) => ({
  value: run.id,
  label: 'status' in run ? texts.option(...namesOf(run)) : run.id,
});

/** Returns the latest other runs of the same workflow. */
function useChoices({ id, workflow }: ViewedRun) {
  const { data } = useQuery({
    ...query('GET /runs', { query: { workflow: workflow.id } }),
    enabled: workflow.name !== null,
  });
  return data?.runs.filter((run) => run.id !== id).map(choiceOf);
}
