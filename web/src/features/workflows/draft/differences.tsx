import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ApiInput, type ApiResponse, call } from '../../../api/call.ts';
import { Loaded } from '../../../components/page/loaded.tsx';
import { ChangedValue } from '../../../components/values/changed-value.tsx';
import { stepTitle } from '../../../components/values/step-name.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import { placeLabel, settingLabel } from '../builder/edit/describe-step.ts';

const texts = builderTexts.differences;
type Source = ApiInput<'POST /workflows/:id/compare'>['body']['from'];

/** Loads the differences between two lists of steps. Those between published versions never change. */
export const useDifferences = (workflow: number, from: Source, to: Source, staleTime = 0) =>
  useQuery({
    queryKey: ['POST /workflows/:id/compare', workflow, from, to],
    queryFn: ({ signal }) =>
      call('POST /workflows/:id/compare', { params: { id: workflow }, body: { from, to } }, signal),
    staleTime,
  });

/** Shows the differences between two lists of steps, field by field. */
export const Differences = ({ workflow, from, to }: { workflow: number; from: Source; to: Source }) => (
  <Loaded result={useDifferences(workflow, from, to)}>
    {({ differences }) =>
      differences.length === 0 ? <Text size="sm">{texts.none}</Text> : <Changes differences={differences} />
    }
  </Loaded>
);

const Changes = ({ differences }: ApiResponse<'POST /workflows/:id/compare'>) => (
  <Stack gap="sm">
    {differences.map(({ kind, name, old_name, type, place, fields }) => (
      <Paper
        key={`${kind} ${name}`}
        withBorder
        p="sm"
        component="section"
        aria-label={`${texts.kinds[kind]}: ${stepTitle(name)}`}
      >
        <Group gap="xs">
          <Badge variant="default">{texts.kinds[kind]}</Badge>
          <Text fw={500} span>
            {stepTitle(name)}
          </Text>
          <Text size="sm" c="dimmed" span>
            {[
              stepTexts.types[type]?.label ?? type,
              ...(old_name === null ? [] : [texts.renamed(stepTitle(old_name))]),
              ...(place === '' ? [] : [texts.in(placeLabel(place))]),
            ].join(', ')}
          </Text>
        </Group>
        {fields.map(({ field, old, new: now }) => (
          <ChangedValue key={field} name={settingLabel(type, field)} before={old} after={now} />
        ))}
      </Paper>
    ))}
  </Stack>
);
