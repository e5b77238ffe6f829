import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { query } from '../../api/queries.ts';
import { Panel } from '../../components/panel.tsx';
import { runsTexts } from '../../texts/runs.ts';
import { RunDifferences } from './run-differences.tsx';
import type { ViewedRun } from './viewed-run.ts';

const texts = runsTexts.compare;
const route = getRouteApi('/runs/$id');
const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium' });
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** What two runs did differently, step by step. */
export function CompareRuns({ run, other }: { run: ViewedRun; other: string | undefined }) {
  const navigate = route.useNavigate();
  const choices = useChoices(run);
  const [written, setWritten] = useState('');
  const extra = [other ?? '', written.trim()].filter(
    (id) => isId(id) && !choices.some(({ value }) => value === id),
  );
  return (
    <Panel title={other === undefined ? texts.label : texts.title(other)}>
      <Group gap="sm" align="flex-end">
        <Select
          flex={1}
          miw={220}
          maw={420}
          label={texts.choose}
          description={texts.about}
          value={other ?? null}
          data={[...choices, ...new Set(extra)]}
          searchable
          onSearchChange={setWritten}
          onChange={(id) => void navigate({ search: id === null ? {} : { compare: id }, resetScroll: false })}
          comboboxProps={{ withinPortal: false }}
        />
        {other !== undefined && (
          <Button variant="subtle" onClick={() => void navigate({ search: {}, resetScroll: false })}>
            {texts.stop}
          </Button>
        )}
      </Group>
      {other !== undefined && <RunDifferences run={run} other={other} />}
    </Panel>
  );
}

/** The newest runs of the same workflow, without the one that is looked at. */
function useChoices({ id, workflow }: ViewedRun) {
  const { data } = useQuery({
    ...query('GET /runs', { query: { workflow: workflow.id } }),
    enabled: workflow.name !== null,
  });
  return (data?.runs ?? [])
    .filter((run) => run.id !== id)
    .map((run) => ({
      value: run.id,
      label: texts.option(local.format(new Date(run.accepted_at)), runsTexts.statuses[run.status]),
    }));
}
