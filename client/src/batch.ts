import type { components } from './api.gen.ts';
import { HarkError } from './hark-error.ts';
import type { Lead, NoCustomFields } from './lead.ts';
import { codeOf } from './read-failure.ts';

/** The result of one batch item. A successful deletion contains no lead. */
export type BatchResult<Custom = NoCustomFields> =
  | { readonly isDone: true; readonly status: number; readonly lead: Lead<Custom> | undefined }
  | { readonly isDone: false; readonly status: number; readonly error: HarkError };

/** Returns the results in the same order as the items. */
export const readBatch = <Custom>({ results }: components['schemas']['BatchAnswer']): BatchResult<Custom>[] =>
  results.map(({ status, lead, error }) =>
    error === undefined
      ? { isDone: true, status, lead: lead as Lead<Custom> | undefined }
      : { isDone: false, status, error: new HarkError(error.message, { status, code: codeOf(status) }) },
  );
