import type { DateContext } from '../functions/dates.ts';
import { backstopMs, type Limits } from '../profile.ts';
import { TemplateProblem } from '../template-error.ts';

/** One iteration of the innermost `for`; templates read it as `loop`. */
export interface LoopState {
  index0: number;
  readonly length: number;
  readonly parent: LoopState | undefined;
}

/** How many characters a native scan reads per step. */
const charactersPerStep = 16;
/** How many steps run between two checks of the clock. */
const stepsPerLook = 4096;

/** The state of one render: variables, output, and remaining budget. */
export class Runtime {
  readonly limits: Limits;
  readonly context: DateContext;
  readonly slots: unknown[];
  /** The source position of the last operation that can fail. */
  at = 0;
  out = '';
  loop: LoopState | undefined = undefined;
  private steps: number;
  private lookAt: number;
  private memory: number;
  private readonly clockMs: () => number;
  private startedMs: number | undefined = undefined;
  private keys: Map<object, readonly string[]> | undefined = undefined;

  constructor(limits: Limits, context: DateContext, slots: unknown[], clockMs: () => number) {
    this.limits = limits;
    this.context = context;
    this.slots = slots;
    this.steps = limits.steps;
    this.lookAt = limits.steps - stepsPerLook;
    this.memory = limits.memory;
    this.clockMs = clockMs;
  }

  get spent(): number {
    return this.limits.steps - Math.max(0, this.steps);
  }

  /** Charges one step. Every evaluated node and every loop iteration costs one. */
  step(): void {
    if (--this.steps < this.lookAt) this.look();
  }

  pay(steps: number): void {
    this.steps -= steps;
    if (this.steps < this.lookAt) this.look();
  }

  /** Charges for a native scan of a string, such as a search or a hash. */
  payText(length: number): void {
    this.pay(1 + Math.floor(length / charactersPerStep));
  }

  payDear(): void {
    this.pay(this.limits.dearCall);
  }

  /** Charges for new strings, lists and maps. */
  take(units: number): void {
    this.memory -= units;
    if (this.memory < 0) {
      throw new TemplateProblem('budget', 'The template creates too much data.');
    }
  }

  /** Charges for a new string and returns it. */
  made(text: string): string {
    this.take(text.length);
    return text;
  }

  write(text: string): void {
    this.out += text;
    if (this.out.length > this.limits.output) {
      throw new TemplateProblem('budget', `The result is longer than ${this.limits.output} characters.`);
    }
  }

  /**
   * Returns a map's keys, listed once per render. V8 lists all keys even to check whether there are any, so a
   * thousand conditions on a map with ten thousand keys would take seconds.
   */
  keysOf(map: object): readonly string[] {
    this.keys ??= new Map();
    const known = this.keys.get(map);
    if (known) return known;
    const keys = Object.keys(map);
    this.pay(keys.length);
    this.keys.set(map, keys);
    return keys;
  }

  private look(): void {
    if (this.steps < 0) throw new TemplateProblem('budget', 'The template needs too many evaluation steps.');
    // Most renders end before the first check, so the clock isn't read at the start.
    const nowMs = this.clockMs();
    this.startedMs ??= nowMs;
    if (nowMs - this.startedMs > backstopMs) {
      throw new TemplateProblem('budget', 'The template takes too long.');
    }
    this.lookAt = Math.max(0, this.steps - stepsPerLook);
  }
}
