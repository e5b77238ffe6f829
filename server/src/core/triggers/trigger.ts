/** The types of triggers (spec/triggers §1.1). A run reads its trigger's type as `__data.__trigger`. */
export const leadTriggerTypes = ['lead.created', 'lead.updated', 'lead.deleted'] as const;
export const triggerTypes = ['schedule', ...leadTriggerTypes, 'manual'] as const;
export type TriggerType = (typeof triggerTypes)[number];
export type LeadTriggerType = (typeof leadTriggerTypes)[number];

/** What happens with due times that passed while no process was running (spec/triggers §2.3). */
export const catchUpModes = ['none', 'last', 'all'] as const;
export type CatchUp = (typeof catchUpModes)[number];

export const inputTypes = ['text', 'number', 'boolean', 'date'] as const;

export interface Schedule {
  readonly type: 'schedule';
  readonly cron: string;
  readonly timezone: string;
  readonly catch_up: CatchUp;
}

export interface LeadTrigger {
  readonly type: LeadTriggerType;
  /** Only for `lead.updated`: start only if one of these fields changed. */
  readonly fields?: readonly string[] | undefined;
  /** As in a search (spec/rest-api §6.4). */
  readonly filters: readonly unknown[];
  readonly match: 'all' | 'any';
}

export interface ManualInput {
  readonly name: string;
  readonly label: string;
  readonly type: (typeof inputTypes)[number];
  readonly required: boolean;
}

export interface ManualTrigger {
  readonly type: 'manual';
  readonly inputs: readonly ManualInput[];
}

/** A trigger with every default filled in. */
export type Trigger = Schedule | LeadTrigger | ManualTrigger;
