import { Button, Group, Select, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ApiResponse, call } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { StateChip } from '../../../components/chips/state-chip.tsx';
import { showFailure, showSuccess } from '../../../components/notices/notify.ts';
import { Loaded } from '../../../components/page/loaded.tsx';
import { Panel } from '../../../components/page/panel.tsx';
import { TableCard } from '../../../components/page/table-card.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { Name } from '../../../components/values/name.tsx';
import { stepTitle } from '../../../components/values/step-name.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import type { WrittenStep } from '../builder/step-tree.ts';
import { Differences, useDifferences } from './differences.tsx';
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
  const result = useQuery(query('GET /workflows/:id/versions', { params: { id }, query: {} }));
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
    <Loaded result={result}>
      {({ versions }) => (
        <Stack gap="md">
          <Stack gap="xs" component="section" aria-label={texts.title}>
            <div>
              <Title order={2}>{texts.title}</Title>
              <Text size="sm" c="dimmed" maw="var(--line-length)">
                {may_edit ? `${texts.about} ${texts.aboutRestoring}` : texts.about}
              </Text>
            </div>
            {versions.length === 0 ? (
              <Text size="sm">{texts.none}</Text>
            ) : (
              <TableCard>
                <Table highlightOnHover aria-label={sharedTexts.tableOf(texts.title)}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th scope="col">{texts.columns.version}</Table.Th>
                      <Table.Th scope="col" visibleFrom="sm">
                        {texts.columns.by}
                      </Table.Th>
                      <Table.Th scope="col" visibleFrom="sm">
                        {texts.columns.at}
                      </Table.Th>
                      <Table.Th scope="col" visibleFrom="sm">
                        {texts.columns.changes}
                      </Table.Th>
                      <Table.Th scope="col" visibleFrom="sm">
                        <VisuallyHidden>{texts.columns.actions}</VisuallyHidden>
                      </Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {versions.map((listed, index) => (
                      <VersionRow
                        key={listed.number}
                        workflow={id}
                        listed={listed}
                        before={versions[index + 1]?.number}
                        state={listed.number === version && <Published isLive={enabled} />}
                        onRestore={
                          may_edit && listed.number !== version
                            ? () => void restore(listed.number)
                            : undefined
                        }
                      />
                    ))}
                  </Table.Tbody>
                </Table>
              </TableCard>
            )}
          </Stack>
          {versions.length > 0 && <Compare workflow={workflow} numbers={versions.map((one) => one.number)} />}
        </Stack>
      )}
    </Loaded>
  );
}

/** Marks the published version, which new runs use while the workflow is enabled. */
const Published = ({ isLive }: { isLive: boolean }) => (
  <StateChip tone={isLive ? 'good' : 'off'}>{isLive ? texts.live : texts.published}</StateChip>
);

function VersionRow({
  workflow,
  listed: { number, published_at, published_by },
  before,
  state,
  onRestore,
}: {
  workflow: number;
  listed: ApiResponse<'GET /workflows/:id/versions'>['versions'][number];
  /** The version before it, if it is listed. */
  before: number | undefined;
  state: ReactNode;
  onRestore: (() => void) | undefined;
}) {
  const name = texts.by(published_by);
  const changes =
    number === 1
      ? texts.first
      : before !== undefined && <ChangeSummary workflow={workflow} from={before} to={number} />;
  const actions = <VersionActions {...{ workflow, number, before, onRestore }} />;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Group gap="xs" wrap="nowrap">
          {texts.version(number)}
          {state}
        </Group>
        {/* On a phone, everything is below the version. */}
        <Stack hiddenFrom="sm" gap={4} mt={4}>
          <Text size="xs" c="dimmed" component="div">
            <Name>{name}</Name> · <Moment at={published_at} />
          </Text>
          <Text size="sm" fw={400} component="div">
            {changes}
          </Text>
          {actions}
        </Stack>
      </Table.Th>
      <Table.Td visibleFrom="sm">
        <Group gap="xs" wrap="nowrap">
          {published_by !== null && <PersonAvatar name={name} size={22} />}
          <Name>{name}</Name>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Moment at={published_at} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{changes}</Table.Td>
      <Table.Td visibleFrom="sm">{actions}</Table.Td>
    </Table.Tr>
  );
}

const VersionActions = ({
  workflow,
  number,
  before,
  onRestore,
}: {
  workflow: number;
  number: number;
  before: number | undefined;
  onRestore: (() => void) | undefined;
}) => (
  <Group gap="xs" wrap="nowrap" justify="flex-end">
    {before !== undefined && (
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={`${texts.compare}: ${texts.version(number)}`}
        renderRoot={(props) => (
          <Link
            to="/workflows/$id/versions"
            params={{ id: String(workflow) }}
            search={{ from: String(before), to: String(number) }}
            {...props}
          />
        )}
      >
        {texts.compare}
      </Button>
    )}
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

/** What a version changed, in one line. */
function ChangeSummary({ workflow, from, to }: { workflow: number; from: number; to: number }) {
  const { data } = useDifferences(workflow, from, to, Number.POSITIVE_INFINITY);
  if (!data) return null;
  if (data.differences.length === 0) return texts.noChanges;
  const [first, ...others] = data.differences;
  return (
    <>
      {first && `${builderTexts.differences.kinds[first.kind]} ${stepTitle(first.name)}`}
      {others.length > 0 && texts.andMore(others.length)}
    </>
  );
}

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
