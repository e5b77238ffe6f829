import { z } from 'zod';
import type { TemplateTree } from '../compile/compile-tree.ts';

export const word = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must be a letter, then up to 63 letters, digits or underscores');

export const textSetting = z.string();
export const filledText = textSetting.min(1, 'must not be empty');

/** Any JSON value; every text in it is a template. */
export const tree: z.ZodType<TemplateTree> = z.json();
export const trees = z.record(z.string().min(1).max(200), tree);

export const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be the name of a header');

/** Whether a text is a template. Rules about the value of a template apply when the step runs. */
export const hasTemplate = (value: string): boolean => value.includes('{{') || value.includes('{%');
