/** The limits of one render (spec/templates §1.8). Steps don't depend on the machine's speed. */
export interface Limits {
  /** The max length of the source, in characters. */
  readonly source: number;
  readonly steps: number;
  /** The cost of a crypto or date function, in steps. */
  readonly dearCall: number;
  /** The max memory units. A character in a new string costs 1 unit, a list element 8, a map key 32. */
  readonly memory: number;
  /** The max length of the output, in characters. */
  readonly output: number;
  /** The max elements in one range. */
  readonly range: number;
}

/** Where a template is used: in a listener's setting or in a step's field. */
export type ProfileName = 'setting' | 'step';

export interface Profile {
  readonly name: ProfileName;
  /**
   * Whether a missing value or an empty result is an error, which rejects the request (spec/listeners §2.5).
   */
  readonly strict: boolean;
  /** The top-level variables that a template can read (spec/listeners §2.2, spec/runs §2.2). */
  readonly variables: readonly string[];
  readonly limits: Limits;
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  setting: {
    name: 'setting',
    strict: true,
    variables: ['now', 'workspace', 'secrets'],
    limits: {
      source: 16 * 1024,
      steps: 20_000,
      dearCall: 10,
      memory: 1_000_000,
      output: 8 * 1024,
      range: 10_000,
    },
  },
  step: {
    name: 'step',
    strict: false,
    variables: ['now', '__data', 'steps', 'run', 'workspace', 'secrets'],
    limits: {
      source: 64 * 1024,
      steps: 200_000,
      dearCall: 100,
      memory: 1_000_000,
      output: 256 * 1024,
      range: 10_000,
    },
  },
};

/**
 * A wall-clock limit for costs that aren't measured in steps. It is high enough not to trigger on a loaded
 * machine.
 */
export const backstopMs = 2000;
