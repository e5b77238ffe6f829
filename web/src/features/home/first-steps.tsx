import { Anchor, Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconArrowRight, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { type Act, type ConsoleSession, useMay, useSession } from '../../api/session.ts';
import { Panel } from '../../components/page/panel.tsx';
import { homeTexts } from '../../texts/home.ts';
import classes from './home.module.css';

type Home = Pick<ApiResponse<'GET /home'>, 'progress' | 'workflow'>;
const texts = homeTexts.steps;
type StepName = 'workflow' | 'request' | 'lead' | 'api_call' | 'colleague';

/** A link to the page where the user can complete a step. */
interface StepLink {
  readonly to: string;
  readonly search?: { readonly new: true };
  /** Replaces the button's default label. */
  readonly action?: string;
}

const toWorkflow = ({ workflow }: Home): StepLink =>
  workflow === null
    ? { to: '/workflows', search: { new: true } }
    : { to: `/workflows/${workflow}`, action: texts.workflow.goOn };

interface FirstStep {
  readonly key: StepName;
  readonly act: Act;
  /** An additional condition, needed for acts that every role allows. */
  readonly needs?: (session: ConsoleSession) => boolean;
  readonly linkOf: (home: Home) => StepLink;
}

/** All steps in the order in which to do them, each with the permission that it requires. */
const steps: readonly FirstStep[] = [
  { key: 'workflow', act: 'workflows.create', linkOf: toWorkflow },
  {
    key: 'request',
    act: 'workflows.edit',
    linkOf: (home) =>
      home.progress.has_workflow && home.workflow !== null
        ? { to: `/workflows/${home.workflow}/triggers` }
        : toWorkflow(home),
  },
  { key: 'lead', act: 'leads.view', linkOf: () => ({ to: '/leads' }) },
  {
    key: 'api_call',
    act: 'api_key.manage',
    needs: ({ may_use_rest_api, acts }) => may_use_rest_api && acts['workflows.edit'] !== 'none',
    linkOf: () => ({ to: '/apps/api' }),
  },
  { key: 'colleague', act: 'users.manage', linkOf: () => ({ to: '/settings/users' }) },
];

/** Returns the steps that the user's role allows. Users who only work with leads have nothing to set up. */
export function useAllowedSteps(): readonly FirstStep[] {
  const may = useMay();
  const session = useSession();
  if (!may('workflows.create') && !may('users.manage')) return [];
  return steps.filter(({ act, needs }) => may(act) && (needs?.(session) ?? true));
}

/** With this many steps done, the checklist has served its purpose and shrinks to one line. */
const enoughDone = 3;

/** What the checklist shows. */
export interface Checklist {
  readonly home: Home;
  readonly steps: readonly FirstStep[];
  readonly done: number;
  readonly next: FirstStep;
  readonly isOpen: boolean;
  readonly isLine: boolean;
  readonly toggle: () => void;
  readonly dismiss: () => void;
}

const isDone = (home: Home, { key }: FirstStep) => home.progress[`has_${key}`];

/**
 * Returns the checklist of the first steps, or null once all steps are done or the user has dismissed it. In a
 * workspace that is in use, it is only one line.
 */
export function useChecklist(home: Home | undefined, isInUse: boolean): Checklist | null {
  const steps = useAllowedSteps();
  const { user } = useSession();
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `hark-checklist-dismissed-${user.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [isOpen, { toggle }] = useDisclosure(false);
  const next = home && steps.find((step) => !isDone(home, step));
  if (!next || isDismissed) return null;
  const done = steps.filter((step) => isDone(home, step)).length;
  const isLine = (isInUse || done >= enoughDone) && !isOpen;
  return { home, steps, done, next, isOpen, isLine, toggle, dismiss: () => setDismissed(true) };
}

/** Returns whether the checklist has the button that creates a workflow. */
export const offersWorkflow = (checklist: Checklist | null): boolean =>
  checklist?.next.key === 'workflow' && !checklist.isLine && checklist.home.workflow === null;

/** A checklist of the first steps. */
export function FirstSteps({
  checklist,
  hasNewWorkflow,
}: {
  checklist: Checklist;
  /** Whether the step that creates a workflow has a button. Otherwise it is a link. */
  hasNewWorkflow: boolean;
}) {
  const { home, steps: allowed, done, next, isOpen, isLine, toggle } = checklist;
  const dismiss = <CloseButton size="sm" aria-label={texts.dismiss} onClick={checklist.dismiss} />;
  const about = texts.about(done, allowed.length);
  const stateOf = (step: FirstStep) => {
    if (isDone(home, step)) return 'done';
    return step === next && (hasNewWorkflow || !offersWorkflow(checklist)) ? 'next' : 'open';
  };
  if (isLine)
    return (
      <Paper withBorder className={classes.line} component="section" aria-label={texts.title}>
        <b className={classes.title}>{texts.title}</b>
        <span className={classes.about}>{`${about} · ${texts.next(texts[next.key].label)}`}</span>
        <div className={classes.action}>
          <Button variant="subtle" size="xs" onClick={toggle}>
            {texts.show}
          </Button>
          {dismiss}
        </div>
      </Paper>
    );
  const actions = (
    <Group gap="xs">
      {isOpen && (
        <Button variant="subtle" size="xs" onClick={toggle}>
          {texts.hide}
        </Button>
      )}
      {dismiss}
    </Group>
  );
  return (
    <Panel title={texts.title} about={about} actions={actions}>
      <Stack gap="sm" component="ol" m={0} p={0} bd={0}>
        {allowed.map((step) => (
          <Step key={step.key} state={stateOf(step)} {...texts[step.key]} {...step.linkOf(home)} />
        ))}
      </Stack>
    </Panel>
  );
}

interface ShownStep extends StepLink {
  readonly state: 'done' | 'next' | 'open';
  readonly label: string;
  readonly help: string;
  readonly action: string;
}

const Step = ({ state, label, help, action, ...link }: ShownStep) => (
  <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
    <StepIcon isDone={state === 'done'} />
    <Stack gap={state === 'next' ? 6 : 0} align="flex-start" miw={0}>
      {state === 'next' ? (
        <Text size="sm" fw={500}>
          {label}
        </Text>
      ) : (
        <Anchor
          size="sm"
          fw={state === 'done' ? 400 : 500}
          renderRoot={(props) => <Link {...link} {...props} />}
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
          renderRoot={(props) => <Link {...link} {...props} />}
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
      color={isDone ? 'var(--succeeded-solid)' : 'var(--mantine-color-dimmed)'}
      role="img"
      aria-label={isDone ? texts.done : texts.open}
      style={{ flexShrink: 0 }}
    />
  );
}
