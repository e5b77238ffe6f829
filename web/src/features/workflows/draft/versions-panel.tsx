import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ApiResponse, call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { StateChip } from '../../../components/chips/state-chip.tsx';
import { showFailure, showSuccess } from '../../../components/notices/notify.ts';
import { Loading } from '../../../components/page/loading.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import type { WrittenStep } from '../builder/step-tree.ts';
import { Differences } from './differences.tsx';
import type { Workflow } from './use-draft.ts';

const texts = builderTexts.versions;
const route = getRouteApi('/workflows/$id/versions');

/** Lists the published versions. Users can compare any two versions and restore an old version. */
export function VersionsPanel({
  workflow,
  onRestore,
}: {
  workflow: Workflow;
  onRestore: (steps: readonly WrittenStep[]) => void;
}) {
  const { id, version, enabled, may_edit } = workflow;
  const { data } = useQuery(query('GET /workflows/:id/versions', { params: { id }, query: {} }));
  if (!data) return <Loading />;
  const restore = async (number: number) => {
    try {
      const { steps } = await call('GET /workflows/:id/versions/:number', { params: { id, number } });
      onRestore(steps as readonly WrittenStep[]);
      showSuccess(texts.restored(number));
    } catch (error) {
      showFailure(error as Error);
    }
  };
  return (
    <Stack gap="md">
      <Panel title={texts.title} about={may_edit ? `${texts.about} ${texts.aboutRestoring}` : texts.about}>
        {data.versions.length === 0 && <Text size="sm">{texts.none}</Text>}
        {data.versions.map((listed) => (
          <VersionRow
            key={listed.number}
            listed={listed}
            state={listed.number === version && <Published isLive={enabled} />}
            onRestore={may_edit && listed.number !== version ? () => void restore(listed.number) : undefined}
          />
        ))}
      </Panel>
      {data.versions.length > 0 && (
        <Compare workflow={workflow} numbers={data.versions.map((one) => one.number)} />
      )}
    </Stack>
  );
}

/** Marks the published version, which new runs use while the workflow is enabled. */
const Published = ({ isLive }: { isLive: boolean }) => (
  <StateChip tone={isLive ? 'good' : 'off'}>{isLive ? texts.live : texts.published}</StateChip>
);

const VersionRow = ({
  listed: { number, published_at, published_by },
  state,
  onRestore,
}: {
  listed: ApiResponse<'GET /workflows/:id/versions'>['versions'][number];
  state: ReactNode;
  onRestore: (() => void) | undefined;
}) => (
  <Group justify="space-between" gap="xs">
    <div>
      <Group gap="xs">
        <Text size="sm" fw={500} span>
          {texts.version(number)}
        </Text>
        {state}
      </Group>
      <Text size="xs" c="dimmed" component="div">
        {texts.by(published_by)}, <Moment at={published_at} />
      </Text>
    </div>
    {onRestore && (
      <Button
        size="xs"
        variant="default"
        aria-label={`${texts.restore}: ${texts.version(number)}`}
        onClick={onRestore}
      >
        {texts.restore}
      </Button>
    )}
  </Group>
);

function Compare({ workflow, numbers }: { workflow: Workflow; numbers: readonly number[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const choices = [
    { value: 'draft', label: texts.draft },
    ...numbers.map((number) => ({ value: String(number), label: texts.version(number) })),
  ];
  const known = (value: string | undefined, fallback: string) =>
    choices.some((choice) => choice.value === value) && value !== undefined ? value : fallback;
  const isOnlyVersion = numbers.length === 1 && !workflow.draft.is_changed;
  if (isOnlyVersion)
    return (
      <Panel title={texts.compareTitle}>
        <Text size="sm">{texts.onlyOne}</Text>
      </Panel>
    );
  const newest = String(numbers[0]);
  const before = String(numbers[1] ?? numbers[0]);
  const from = known(search.from, workflow.draft.is_changed ? newest : before);
  const to = known(search.to, workflow.draft.is_changed ? 'draft' : newest);
  const choose = (key: 'from' | 'to') => (value: string | null) =>
    value !== null && void navigate({ search: { ...search, [key]: value }, replace: true });
  const source = (value: string) => (value === 'draft' ? ('draft' as const) : Number(value));
  const common = { data: choices, allowDeselect: false, comboboxProps: { withinPortal: false }, w: 200 };
  return (
    <Panel title={texts.compareTitle}>
      <Group>
        <Select label={texts.from} value={from} onChange={choose('from')} {...common} />
        <Select label={texts.to} value={to} onChange={choose('to')} {...common} />
      </Group>
      <Differences workflow={workflow.id} from={source(from)} to={source(to)} />
    </Panel>
  );
}
