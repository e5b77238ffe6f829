/** What one render may cost (spec/templates §1.8). Steps decide, because they don't depend on the machine. */
export interface Limits {
  /** Characters of source. */
  readonly source: number;
  readonly steps: number;
  /** What a call of a crypto or date function pays: it costs as much time as this many plain steps. */
  readonly dearCall: number;
  /** A character of text made is 1 unit, an element of a list 8, a key of a map 32. */
  readonly memory: number;
  /** Characters of printed text. */
  readonly output: number;
  /** Elements of one range. */
  readonly range: number;
}

/** Where a template stands: a setting of a listener, or a field of a workflow's step. */
export type ProfileName = 'setting' | 'step';

export interface Profile {
  readonly name: ProfileName;
  /**
   * A missing value is an error, and the result must not be empty: a setting without a value rejects the
   * request (spec/listeners §2.5).
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

/** The wall clock stops what the steps did not foresee; a loaded machine must not make a false refusal of it. */
export const backstopMs = 2000;
