import { z } from 'zod';
import { everyOperator } from '../../../core/lead-fields/index.ts';
import { listLeads, searchBody } from '../../../core/leads/index.ts';
import { readPage } from '../../../core/paging/index.ts';
import { invalid } from '../../../lib/errors.ts';
import { cursorIn, positionIn } from '../cursor.ts';
import { fitPage } from '../fit.ts';
import { chosenFields, cursor, pageSize, usualPage } from '../lead-arguments.ts';
import { choosing, idsOf, leadsIn, withoutEmpty } from '../reading.ts';
import { defineTool } from '../tool.ts';

const condition = z.strictObject({
  alias: z.string().describe('Alias of the field, from describe_fields.'),
  operator: z.enum(everyOperator),
  value: z
    .unknown()
    .optional()
    .describe(
      'A single value; a list for in and not_in; a list of two values for between; no value for is_empty and is_not_empty.',
    ),
});
const entry: z.ZodType = z.union([
  condition,
  z.strictObject({ all: z.array(z.unknown()).describe('Conditions or groups that must all match.') }),
  z.strictObject({
    any: z.array(z.unknown()).describe('Conditions or groups of which at least one must match.'),
  }),
]);

/** The arguments: the body of `POST /api/leads/search` (spec/agents §2.2), plus search words and a cursor. */
const given = z.strictObject({
  words: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Up to five words. Each must occur in the lead's first name, last name, company or email address.",
    ),
  filters: z.unknown().optional(),
  match: z.unknown().optional(),
  orderBy: z.unknown().optional(),
  orderByDir: z.unknown().optional(),
  limit: z.unknown().optional(),
  page: z.unknown().optional(),
  start: z.unknown().optional(),
  cursor,
  fields: chosenFields,
});

const shown = given.extend({
  filters: z
    .array(entry)
    .optional()
    .describe(
      'Conditions on fields, such as {"alias":"city","operator":"eq","value":"Graz"}, or groups of them. At most 50 conditions with 1,000 values in total, and 50 groups nested at most 5 levels deep.',
    ),
  match: z.enum(['all', 'any']).optional().describe('Whether all filters must match (the default) or any.'),
  orderBy: z
    .string()
    .optional()
    .describe('Field to sort by; a leading minus sorts descending. The default is id.'),
  orderByDir: z.enum(['asc', 'desc']).optional(),
  limit: pageSize,
  page: z.int().min(1).optional().describe('Page number, starting at 1. Prefer cursor.'),
  start: z.int().min(0).optional().describe('Number of leads to skip. Prefer cursor.'),
});

/** Combines search words and filters into one search. The use case validates `filters` and `match`. */
function filtersOf({ words, filters, match }: z.output<typeof given>): {
  filters?: unknown;
  match?: unknown;
} {
  const isSearch =
    (filters === undefined || Array.isArray(filters)) &&
    (match === undefined || match === 'all' || match === 'any');
  return isSearch ? searchBody({ search: words, filters, match }) : { filters, match };
}

export const searchLeads = defineTool({
  title: 'Search leads',
  description:
    'Find leads by words, by field filters, or both; without either, list all leads. Returns the exact total and one page of leads without their empty fields. Name the fields that you need to fit more leads on a page. Long texts are truncated; get_lead returns them in full.',
  nature: { isReadOnly: true },
  input: given,
  shownInput: () => shown,
  async run(call, asked) {
    const { context, principal, fields } = call;
    const { words, filters, match, orderBy, orderByDir, limit, page, cursor: at } = asked;
    if (at !== undefined && (page ?? asked.start) !== undefined) {
      throw invalid('bad_arguments', 'cursor: cannot be combined with page or start.');
    }
    const choose = choosing(call, asked.fields && ['id', ...asked.fields]);
    const question = [words, filters, match, orderBy, orderByDir];
    const start = at === undefined ? asked.start : positionIn(question, at);
    const params = { ...filtersOf(asked), orderBy, orderByDir, limit, page, start };
    const { total, leads } = await listLeads(context, principal, fields, params, usualPage);
    const found = leadsIn(call, leads);
    const shownLeads = fitPage(found.map(choose).map(withoutEmpty));
    const next = readPage(params, usualPage).start + shownLeads.length;
    const more = shownLeads.length > 0 && next < total ? { next_cursor: cursorIn(question, next) } : {};
    return {
      data: { total, leads: shownLeads, ...more },
      leads: idsOf(found.slice(0, shownLeads.length)),
    };
  },
});
