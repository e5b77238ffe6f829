import { emailNotSetUp } from '../../../lib/mail.ts';
import type { Act } from '../../access/index.ts';
import { findDefinition } from '../steps/step-types.ts';
import type { Path } from './compile-tree.ts';
import { secretsInStep } from './draft-secrets.ts';
import { type FlatStep, flattenWritten, isObject, listsIn, type WrittenStep } from './written-steps.ts';

export const warningCodes = [
  'email',
  'response',
  'disabled',
  'owner',
  'secret',
  'permission',
  'unreachable',
] as const;

/** Something that works against the author's intention, although the steps are valid. Never prevents publishing. */
export interface StepWarning {
  readonly code: (typeof warningCodes)[number];
  /** The step; empty if the warning is about the workflow. */
  readonly path: Path;
  readonly message: string;
}

/** What steps need outside of the workflow. */
export interface Surroundings {
  readonly hasMail: boolean;
  readonly secrets: ReadonlySet<string>;
  /** What callers of the workflow's listener get; undefined without a listener. */
  readonly respondsWith: 'receipt' | 'workflow' | undefined;
  readonly owner: {
    readonly name: string;
    /** Returns the permission that the owner lacks for an act, as the role settings name it. */
    lacks(act: Act): string | undefined;
  };
}

type Enabled = FlatStep & { readonly step: WrittenStep };
type Check = (at: Enabled, around: Surroundings) => readonly StepWarning[];

/** Returns warnings about single steps. */
export const warnSteps = (steps: readonly unknown[], around: Surroundings): StepWarning[] => [
  ...enabledSteps(steps).flatMap((at) => checks.flatMap((check) => check(at, around))),
  ...unreachable(steps),
];

/** What steps need that a workspace or an installation may lack. */
type StepNeeds = Pick<Surroundings, 'hasMail' | 'secrets'>;

/** Describes, for the command line, the steps that lack something they need (spec/provisioning §7.5). */
export const describeFailingSteps = (
  workflow: string,
  steps: readonly unknown[],
  needs: StepNeeds,
): string[] =>
  enabledSteps(steps).flatMap((at) =>
    [...email(at, needs), ...secret(at, needs)].map(
      ({ message }) => `workflows "${workflow}", step ${String(at.step.name)}: ${message}`,
    ),
  );

/** Disabled steps get no warnings, because they don't run. */
const enabledSteps = (steps: readonly unknown[]): Enabled[] =>
  flattenWritten(steps).flatMap((at) => (at.step && !at.isDisabled ? [{ ...at, step: at.step }] : []));

const email = ({ step, path }: Enabled, { hasMail }: StepNeeds): StepWarning[] =>
  findDefinition(step.type)?.needsMail && !hasMail
    ? [{ code: 'email', path, message: `${emailNotSetUp} This step will fail.` }]
    : [];

const response: Check = ({ step, path }, { respondsWith }) =>
  step.type === 'respond' && respondsWith === 'receipt'
    ? [{ code: 'response', path, message: neverSent }]
    : [];

const neverSent =
  'The webhook responds immediately, so no caller gets this response. Set the webhook to wait for the workflow.';

const secret = ({ step, path, loops }: Enabled, { secrets }: StepNeeds): StepWarning[] =>
  [...secretsInStep(step, loops, 'requiredSecrets')]
    .filter((name) => !secrets.has(name))
    .map((name) => ({
      code: 'secret',
      path,
      message: `There is no secret called ${name}. This step will fail.`,
    }));

const permission: Check = ({ step, path }, { owner }) =>
  (findDefinition(step.type)?.permissions ?? []).flatMap((act) => {
    const lacking = owner.lacks(act);
    if (lacking === undefined) return [];
    const message = `${owner.name}, who owns this workflow, doesn't have the permission ${lacking}. This step will fail.`;
    return [{ code: 'permission' as const, path, message }];
  });

const checks: readonly Check[] = [email, response, secret, permission];

/** Returns the first step of each list that can't run, because a step before it always ends the run. */
function unreachable(steps: readonly unknown[], path: Path = []): StepWarning[] {
  const enabled = [...steps.entries()].flatMap(([index, step]) =>
    isObject(step) && step.disabled !== true ? [{ step, path: [...path, index] }] : [],
  );
  const ending = enabled.findIndex(({ step }) => endsRun(step));
  const [end, after] = ending === -1 ? [] : enabled.slice(ending, ending + 2);
  const found: StepWarning[] = after
    ? [
        {
          code: 'unreachable',
          path: after.path,
          message: `This step never runs, because ${String(end?.step.name)} always ends the run before it.`,
        },
      ]
    : [];
  const inside = enabled.flatMap((one) =>
    listsIn(one.step).flatMap((list) => unreachable(list.steps, [...one.path, ...list.path])),
  );
  return [...found, ...inside];
}

/**
 * Whether a step ends the run on every path through it. A loop may have no items, and a step inside may fail and be
 * handled, so these never count.
 */
function endsRun(step: unknown): boolean {
  if (!isObject(step) || step.disabled === true) return false;
  const { endsRun: isEnd, children = [] } = findDefinition(step.type) ?? {};
  if (isEnd) return true;
  if (step.on_error !== undefined) return false;
  return children.length > 1 && children.every(({ key }) => listIn(step, key).some(endsRun));
}

const listIn = (step: WrittenStep, key: string): readonly unknown[] =>
  Array.isArray(step[key]) ? step[key] : [];
