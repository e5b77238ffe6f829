/** The size of the data. Everything in it is derived from these numbers. */
export interface SeedShape {
  readonly largeLeads: number;
  readonly smallWorkspaces: number;
}

export const fullShape: SeedShape = { largeLeads: 1_000_000, smallWorkspaces: 1_000 };
export const quickShape: SeedShape = { largeLeads: 30_000, smallWorkspaces: 60 };

export const smallLeads = 500;
/**
 * How many leads have each planted value. The number is the same in the large workspace and in the small
 * ones, so responses have the same size.
 */
export const hits = 100;
/** How many of the large workspace's leads belong to the user who sees only their own leads. */
export const ownLeads = 1_000;
const largeUsers = 1_000;
const smallUsers = 5;
const maxPlanted = 1_000;

/**
 * One workspace and its IDs, which have no gaps. Its first user is the administrator; its second user sees only
 * their own leads.
 */
export interface Population {
  readonly workspace: number;
  readonly leads: number;
  readonly firstLead: number;
  readonly users: number;
  readonly firstUser: number;
  /** How many different values of each kind are planted. */
  readonly planted: number;
  /** The index of the first planted value. */
  readonly firstPlanted: number;
  /** Every nth lead belongs to the second user. */
  readonly ownEvery: number;
}

export const largeOf = ({ largeLeads }: SeedShape): Population => ({
  workspace: 1,
  leads: largeLeads,
  firstLead: 1,
  users: largeUsers,
  firstUser: 1,
  planted: Math.min(maxPlanted, Math.floor(largeLeads / hits / kinds.length)),
  firstPlanted: 0,
  ownEvery: largeLeads / ownLeads,
});

/** Returns a small workspace. Numbers start at 1. */
export const smallOf = ({ largeLeads }: SeedShape, number: number): Population => ({
  workspace: 1 + number,
  leads: smallLeads,
  firstLead: 1 + largeLeads + (number - 1) * smallLeads,
  users: smallUsers,
  firstUser: 1 + largeUsers + (number - 1) * smallUsers,
  planted: 1,
  firstPlanted: number % maxPlanted,
  ownEvery: 1,
});

/** Returns the workspace that a lead belongs to. */
export const populationOf = (shape: SeedShape, lead: number): Population =>
  lead <= shape.largeLeads
    ? largeOf(shape)
    : smallOf(shape, 1 + Math.floor((lead - 1 - shape.largeLeads) / smallLeads));

export const leadsOf = ({ largeLeads, smallWorkspaces }: SeedShape): number =>
  largeLeads + smallWorkspaces * smallLeads;

/**
 * The fields with planted values. Each planted value occurs in exactly `hits` leads, spread evenly over the
 * whole workspace.
 */
export const kinds = ['city', 'segment', 'last_name', 'first_name'] as const;
export type Kind = (typeof kinds)[number];

/** Returns the planted value for the lead at this position, if there is one. */
export function plantedAt(
  population: Population,
  position: number,
): { kind: Kind; number: number } | undefined {
  const group = position % (population.leads / hits);
  const kind = kinds[Math.floor(group / population.planted)];
  return kind && { kind, number: population.firstPlanted + (group % population.planted) };
}

const consonants = 'bcdfghjklm';
/** Returns four letters that no generated name contains. */
export const rarePiece = (number: number): string =>
  `q${[100, 10, 1].map((unit) => consonants[Math.floor(number / unit) % 10]).join('')}`;

const firstDay = Date.UTC(2023, 0, 1);
const span = 1_000 * 86_400_000;

/** Returns when a lead was added. Leads were added at an even pace, over the same days in every workspace. */
export const dateAt = ({ leads }: Population, position: number): Date =>
  new Date(firstDay + Math.floor((span / leads) * position));

/** Returns a user's API key. The keys are predictable, so they can be derived at any time. */
export const keyOfUser = (user: number): string => `a-key-for-benchmarks-only-${user}`;
export const hostOf = ({ workspace }: Population): string => `w${workspace}.bench.test`;
