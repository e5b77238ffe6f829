/** How much data there is. Everything in it follows from these numbers alone. */
export interface SeedShape {
  readonly largeLeads: number;
  readonly smallWorkspaces: number;
}

export const fullShape: SeedShape = { largeLeads: 5_000_000, smallWorkspaces: 10_000 };
export const quickShape: SeedShape = { largeLeads: 30_000, smallWorkspaces: 60 };

export const smallLeads = 500;
/** How many leads each planted value has, on both sides: the answers have the same size. */
export const hits = 100;
/** How many leads of the large workspace belong to the user who sees only his own. */
export const ownLeads = 1_000;
const largeUsers = 1_000;
const smallUsers = 5;
const mostPlanted = 1_000;

/** One workspace: which ids it has, in order and without gaps. Its first user is the administrator, its second sees only his own. */
export interface Population {
  readonly workspace: number;
  readonly leads: number;
  readonly firstLead: number;
  readonly users: number;
  readonly firstUser: number;
  /** How many different values of each kind are planted. */
  readonly planted: number;
  /** The number of the first of them. */
  readonly firstPlanted: number;
  /** Every so-manieth lead belongs to the second user. */
  readonly ownEvery: number;
}

export const largeOf = ({ largeLeads }: SeedShape): Population => ({
  workspace: 1,
  leads: largeLeads,
  firstLead: 1,
  users: largeUsers,
  firstUser: 1,
  planted: Math.min(mostPlanted, Math.floor(largeLeads / hits / kinds.length)),
  firstPlanted: 0,
  ownEvery: largeLeads / ownLeads,
});

/** Small workspaces count from 1. */
export const smallOf = ({ largeLeads }: SeedShape, number: number): Population => ({
  workspace: 1 + number,
  leads: smallLeads,
  firstLead: 1 + largeLeads + (number - 1) * smallLeads,
  users: smallUsers,
  firstUser: 1 + largeUsers + (number - 1) * smallUsers,
  planted: 1,
  firstPlanted: number % mostPlanted,
  ownEvery: 1,
});

/** The workspace that a lead belongs to. */
export const populationOf = (shape: SeedShape, lead: number): Population =>
  lead <= shape.largeLeads
    ? largeOf(shape)
    : smallOf(shape, 1 + Math.floor((lead - 1 - shape.largeLeads) / smallLeads));

export const leadsOf = ({ largeLeads, smallWorkspaces }: SeedShape): number =>
  largeLeads + smallWorkspaces * smallLeads;

/** What is planted: each value has exactly `hits` leads, spread evenly over the whole workspace. */
export const kinds = ['city', 'segment', 'last_name', 'first_name'] as const;
export type Kind = (typeof kinds)[number];

/** The planted value that the lead at this position carries, if any. */
export function plantedAt(
  population: Population,
  position: number,
): { kind: Kind; number: number } | undefined {
  const group = position % (population.leads / hits);
  const kind = kinds[Math.floor(group / population.planted)];
  return kind && { kind, number: population.firstPlanted + (group % population.planted) };
}

const consonants = 'bcdfghjklm';
/** Four letters that no generated name has. */
export const rarePiece = (number: number): string =>
  `q${[100, 10, 1].map((unit) => consonants[Math.floor(number / unit) % 10]).join('')}`;

const firstDay = Date.UTC(2023, 0, 1);
const span = 1_000 * 86_400_000;

/** Leads came in at an even pace, over the same days in every workspace. */
export const dateAt = ({ leads }: Population, position: number): Date =>
  new Date(firstDay + Math.floor((span / leads) * position));

/** Every test key is known, so that callers can be made up at any time. */
export const keyOfUser = (user: number): string => `a-key-for-benchmarks-only-${user}`;
export const hostOf = ({ workspace }: Population): string => `w${workspace}.bench.test`;
