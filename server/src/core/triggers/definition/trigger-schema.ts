import { z } from 'zod';
import { isZone } from '../../workspaces/index.ts';
import { catchUpModes, inputTypes, triggerTypes } from '../trigger.ts';
import { findCronProblem } from './cron-fields.ts';

const maxTriggers = 20;
const maxInputs = 20;
const maxFields = 50;

const cron = z
  .string()
  .max(500)
  .superRefine((text, context) => {
    const message = findCronProblem(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** Offsets such as +02:00 aren't names of time zones, although the platform accepts them. */
const timezone = z
  .string()
  .refine((name) => /^[A-Za-z]/.test(name) && isZone(name), 'must be a time zone such as Europe/Zurich.');

const schedule = z.strictObject({
  type: z.literal('schedule'),
  cron,
  /** Without one, the workspace's time zone is filled in. */
  timezone: timezone.optional(),
  catch_up: z.enum(catchUpModes).default('last'),
});

/** Checked against the workspace's fields when the trigger is saved. */
const leadKeys = {
  filters: z.array(z.unknown()).default([]),
  match: z.enum(['all', 'any']).default('all'),
};

/** An input of a manual trigger (spec/triggers §4.1). */
const manualInput = z
  .strictObject({
    name: z
      .string()
      .regex(
        /^[A-Za-z]\w{0,63}$/,
        'must be a letter, followed by at most 63 letters, digits or underscores.',
      ),
    label: z.string().trim().min(1).max(200).optional(),
    type: z.enum(inputTypes).default('text'),
    required: z.boolean().default(false),
  })
  .transform(({ name, label = name, ...rest }) => ({ name, label, ...rest }));

const manual = z.strictObject({
  type: z.literal('manual'),
  inputs: z
    .array(manualInput)
    .max(maxInputs, `at most ${maxInputs} inputs.`)
    .default([])
    .superRefine((inputs, context) => {
      for (const [index, { name }] of inputs.entries()) {
        if (inputs.findIndex((other) => other.name === name) < index)
          context.addIssue({ code: 'custom', path: [index, 'name'], message: `${name} appears twice.` });
      }
    }),
});

const trigger = z.discriminatedUnion(
  'type',
  [
    schedule,
    z.strictObject({ type: z.literal('lead.created'), ...leadKeys }),
    z.strictObject({
      type: z.literal('lead.updated'),
      fields: z.array(z.string()).min(1).max(maxFields).optional(),
      ...leadKeys,
    }),
    z.strictObject({ type: z.literal('lead.deleted'), ...leadKeys }),
    manual,
  ],
  {
    error: ({ code }) =>
      code === 'invalid_union' ? `must be one of ${triggerTypes.join(', ')}.` : undefined,
  },
);

/** The `triggers` of a workflow (spec/triggers §1.1). */
export const triggersSchema = z
  .array(trigger)
  .max(maxTriggers, `at most ${maxTriggers} triggers.`)
  .superRefine((triggers, context) => {
    const [, second] = triggers.flatMap(({ type }, index) => (type === 'manual' ? [index] : []));
    if (second === undefined) return;
    const message = 'there is already a manual trigger.';
    context.addIssue({ code: 'custom', path: [second, 'type'], message });
  });

/** The triggers to save. A schedule without a time zone gets the workspace's. */
export type WantedTrigger = z.output<typeof trigger>;
