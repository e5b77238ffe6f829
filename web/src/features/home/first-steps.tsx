import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/call.ts';
import { type Act, type ConsoleSession, useMay, useSession } from '../../api/session.ts';
import { Panel } from '../../components/page/panel.tsx';
import { homeTexts } from '../../texts/home.ts';

type Home = Pick<Answer<'GET /home'>, 'progress' | 'workflow'>;
const texts = homeTexts.steps;
type StepName = 'workflow' | 'request' | 'lead' | 'api_call' | 'colleague';

/** Where a step is done: at the very place, once it is known which. */
interface Place {
  readonly to: string;
  readonly search?: { readonly new: true };
  /** What the button says, where it is something else than usual. */
  readonly action?: string;
}

const toWorkflow = ({ workflow }: Home): Place =>
  workflow === null
    ? { to: '/workflows', search: { new: true } }
    : { to: `/workflows/${workflow}`, action: texts.workflow.goOn };

interface PossibleStep {
  readonly key: StepName;
  readonly act: Act;
  /** What it needs beside, where the act is everybody's. */
  readonly needs?: (session: ConsoleSession) => boolean;
  readonly placeOf: (home: Home) => Place;
}

/** In the order in which they make sense; each with what somebody must be allowed to do for it. */
const steps: readonly PossibleStep[] = [
  { key: 'workflow', act: 'workflows.create', placeOf: toWorkflow },
  {
    key: 'request',
    act: 'workflows.edit',
    placeOf: (home) =>
      home.progress.has_workflow && home.workflow !== null
        ? { to: `/workflows/${home.workflow}/listener` }
        : toWorkflow(home),
  },
  { key: 'lead', act: 'leads.view', placeOf: () => ({ to: '/leads' }) },
  {
    key: 'api_call',
    act: 'api_key.manage',
    needs: ({ may_use_rest_api }) => may_use_rest_api,
    placeOf: () => ({ to: '/profile/api' }),
  },
  { key: 'colleague', act: 'users.manage', placeOf: () => ({ to: '/settings/users' }) },
];

/** The steps that the person's role lets them do. */
export function useOwnSteps(): readonly PossibleStep[] {
  const may = useMay();
  const session = useSession();
  return steps.filter(({ act, needs }) => may(act) && (needs?.(session) ?? true));
}

/** A checklist that leaves when all of it is done; what comes next has the button. */
export function FirstSteps({ home, mine }: { home: Home; mine: readonly PossibleStep[] }) {
  const isDone = (key: StepName) => home.progress[`has_${key}`];
  const done = mine.filter(({ key }) => isDone(key)).length;
  const next = mine.find(({ key }) => !isDone(key));
  if (!next) return null;
  return (
    <Panel title={texts.title} about={texts.about(done, mine.length)}>
      <Stack gap="sm" component="ol" m={0} p={0} bd={0}>
        {mine.map(({ key, placeOf }) => (
          <Step
            key={key}
            state={isDone(key) ? 'done' : key === next.key ? 'next' : 'open'}
            {...texts[key]}
            {...placeOf(home)}
          />
        ))}
      </Stack>
    </Panel>
  );
}

interface ShownStep extends Place {
  readonly state: 'done' | 'next' | 'open';
  readonly label: string;
  readonly help: string;
  readonly action: string;
}

const Step = ({ state, label, help, action, ...place }: ShownStep) => (
  <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
    <StepIcon isDone={state === 'done'} />
    <Stack gap={state === 'next' ? 6 : 0} align="flex-start" miw={0}>
      {state === 'next' ? (
        <Text size="sm" fw={600}>
          {label}
        </Text>
      ) : (
        <Anchor
          size="sm"
          fw={state === 'done' ? 400 : 600}
          renderRoot={(props) => <Link {...place} {...props} />}
        >
          {label}
        </Anchor>
      )}
      {state !== 'done' && (
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      )}
      {state === 'next' && (
        <Button
          size="xs"
          rightSection={<IconArrowRight size={14} />}
          renderRoot={(props) => <Link {...place} {...props} />}
        >
          {action}
        </Button>
      )}
    </Stack>
  </Group>
);

function StepIcon({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? IconCircleCheck : IconCircle;
  return (
    <Icon
      size={20}
      stroke={1.6}
      color={isDone ? 'var(--mantine-color-teal-6)' : 'var(--mantine-color-dimmed)'}
      role="img"
      aria-label={isDone ? texts.done : texts.open}
      style={{ flexShrink: 0 }}
    />
  );
}
