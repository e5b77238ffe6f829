import { z } from 'zod';
import { headerNamePattern } from '../../../lib/header-text.ts';
import type { TemplateTree } from '../compile/compile-tree.ts';
import { readTimeout, timeoutWords } from './read-timeout.ts';
import { template } from './step-definition.ts';

export const word = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must be a letter, then up to 63 letters, digits or underscores');

export const textSetting = z.string();
export const filledText = textSetting.min(1, 'must not be empty');

/** How often a step that calls a server makes attempts. */
export const retrySetting = template(
  z
    .strictObject({ max_attempts: z.union([z.int().min(1).max(20), textSetting]) })
    .default({ max_attempts: 10 }),
);

/** Any JSON value; every string in it is a template. */
export const tree: z.ZodType<TemplateTree> = z.json();
export const trees = z.record(z.string().min(1).max(200), tree);

/**
 * Settings that every step type accepts (spec/runs §2.8). A disabled step is skipped together with the steps
 * inside it. A note explains the step to its readers and is never executed.
 */
export const commonSettings = {
  disabled: z.boolean().optional(),
  note: z.string().max(500, 'must be at most 500 characters').optional(),
} as const;

export const headerName = z.string().regex(headerNamePattern, 'must be a header name');

/** Returns whether a string is a template. Rules about a template's value apply when the step runs. */
export const hasTemplate = (value: string): boolean => value.includes('{{') || value.includes('{%');

/** How long a step waits for another run, or a template that renders to it (spec/runs §2.12). */
export const durationSetting = z.custom<string>(
  (value) => typeof value === 'string' && (hasTemplate(value) || readTimeout(value, epoch) !== undefined),
  `must be ${timeoutWords}`,
);
const epoch = { nowMs: 0, zone: 'UTC' };

/** A whole number, or a template that renders to one. */
export const wholeNumberSetting = (min: number, max: number) =>
  z.custom<number | string>(
    (value) =>
      typeof value === 'string'
        ? hasTemplate(value)
        : Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    `must be a whole number from ${min} to ${max}`,
  );
