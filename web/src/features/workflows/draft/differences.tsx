import { Badge, Group, Loader, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ApiInput, call } from '../../../api/call.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
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
export function Differences({ workflow, from, to }: { workflow: number; from: Source; to: Source }) {
  const { data, error } = useDifferences(workflow, from, to);
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <Loader size="sm" />;
  if (data.differences.length === 0) return <Text size="sm">{texts.none}</Text>;
  return (
    <Stack gap="sm">
      {data.differences.map(({ kind, name, old_name, type, place, fields }) => (
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
}
