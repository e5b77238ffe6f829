import type { StepRow } from '../../../core/runs/index.ts';
import type {
  CompiledStep,
  CompiledStepOf,
  SettingsOf,
  StepType,
  TemplateKey,
} from '../../../core/workflows/index.ts';
import type { ApprovalId, RunId } from '../../../lib/ids.ts';
import type { OutsideCall } from '../calls/outside-call.ts';
import type { RunContext } from '../run-context.ts';
import type { Boundary } from '../signals.ts';
import type { Trail } from '../step-log.ts';
import type { StepTools } from './step-tools.ts';

/** The rendered settings. A map of templates stays a map; any other template can render to any value. */
export type RenderedSettings<Type extends StepType> = Type extends StepType
  ? {
      readonly [Key in TemplateKey<Type>]: [SettingsOf<Type>[Key]] extends [Readonly<Record<string, unknown>>]
        ? Readonly<Record<string, unknown>>
        : unknown;
    }
  : never;

/** Runs in the pass's transaction, exactly once. */
interface ActionHandler<Type extends StepType> {
  readonly kind: 'action';
  /** @returns the output. @throws HarkError to fail the step */
  run(step: CompiledStepOf<Type>, input: RenderedSettings<Type>, tools: StepTools): unknown;
}

/** Calls a server between two transactions, at least once, with retries. */
interface CallHandler<Type extends StepType> {
  readonly kind: 'call';
  /** Prepares the call. @throws HarkError to fail the step before anything is sent */
  prepare(step: CompiledStepOf<Type>, input: RenderedSettings<Type>, runContext: RunContext): OutsideCall;
  /** Returns the input as runs show it, from the rendered settings without their secrets. */
  showInput?(shown: RenderedSettings<Type>, settings: SettingsOf<Type>): Readonly<Record<string, unknown>>;
  /** Returns credentials in an output. They are masked wherever later steps use them. */
  credentialsIn?(output: unknown): readonly string[];
}

/** What a step waits for, as its row refers to it. */
interface Parked {
  readonly calledRun?: RunId;
  readonly approval?: ApprovalId;
}

/** Where the step is, and how long it waits. */
export interface Parking {
  readonly path: string;
  readonly since: Date;
  readonly until: Date;
}

/** Waits for something that happens elsewhere, without a worker. */
interface ParkHandler<Type extends StepType> {
  readonly kind: 'park';
  /** Starts it in the pass's transaction, exactly once. @throws HarkError to fail the step */
  start(
    step: CompiledStepOf<Type>,
    input: RenderedSettings<Type>,
    tools: StepTools,
    parking: Parking,
  ): Promise<Parked>;
  /** @returns the output, or undefined while it hasn't happened. @throws HarkError to fail the step */
  look(row: StepRow, tools: StepTools): Promise<{ readonly output: unknown } | undefined>;
  /** @returns the output after the step has waited long enough, or undefined if it fails. */
  expire?(
    step: CompiledStepOf<Type>,
    row: StepRow,
    tools: StepTools,
  ): Promise<{ readonly output: unknown } | undefined>;
  /** Returns why the step fails when it has waited long enough. */
  lateMessage(row: StepRow): string;
  /** Ends what the step waited for. */
  abandon(row: StepRow, tools: StepTools): Promise<void>;
  /** The output in a test run, which starts nothing. */
  readonly rehearsed: unknown;
}

/** Controls the run: executes nested steps, waits, or ends the run. It writes its own rows to the step log. */
interface FlowHandler<Type extends StepType> {
  readonly kind: 'flow';
  /** @returns why the pass ends here, or undefined to continue with the next step */
  run(step: CompiledStepOf<Type>, at: StepAddress, flow: Flow): Promise<Boundary | undefined>;
}

export interface StepAddress {
  readonly path: string;
  /** Identifies a loop's iteration: `#2` is the third, `#2.0` the first of a nested loop within it. */
  readonly turn: string;
}

export interface Flow {
  readonly trail: Trail;
  readonly tools: StepTools;
  runSteps(steps: readonly CompiledStep[], turn: string): Promise<Boundary | undefined>;
}

export type StepHandler<Type extends StepType = StepType> =
  | ActionHandler<Type>
  | CallHandler<Type>
  | ParkHandler<Type>
  | FlowHandler<Type>;
