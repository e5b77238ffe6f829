import { inputAliases, type LeadField, typeOf } from '../../../core/lead-fields/index.ts';
import {
  createLead,
  deleteLead,
  editLead,
  explainTaken,
  findLeadId,
  findStoredLead,
  type LeadChange,
  presentWire,
  readLeadPage,
} from '../../../core/leads/index.ts';
import { maxPageSize } from '../../../core/paging/index.ts';
import { invalid } from '../../../lib/errors.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { shown } from '../../../lib/shown.ts';
import { wholeNumberOf } from '../calls/setting-values.ts';
import type { RunContext } from '../run-context.ts';

type Values = Readonly<Record<string, unknown>>;
type SearchInput = Readonly<Record<'filters' | 'match' | 'order_by' | 'limit' | 'fields', unknown>>;

/**
 * Executes steps that read or change leads. They act as the workflow's owner, through the same use cases as
 * every other surface.
 */
export class LeadSteps {
  readonly #runContext: RunContext;
  readonly #change: LeadChange;
  readonly #onLead: (lead: LeadId) => void;

  constructor(runContext: RunContext, change: LeadChange, onLead: (lead: LeadId) => void = () => {}) {
    this.#runContext = runContext;
    this.#change = change;
    this.#onLead = onLead;
  }

  async create(fields: Values): Promise<unknown> {
    // An error from the database fails the step, just like an error from our own checks.
    const { id, stored } = await createLead(this.#change, this.#typed(fields)).catch(explainTaken);
    this.#onLead(id);
    return this.#present(stored);
  }

  /** Returns null if no lead matches. */
  async update(match: Values, fields: Values): Promise<unknown> {
    const id = await this.#find(match);
    return id === undefined ? null : this.#edit(id, fields);
  }

  /** Updates the matching lead or creates one. A new lead also gets the values in `match`. */
  async upsert(match: Values, fields: Values): Promise<unknown> {
    const id = await this.#find(match);
    return id === undefined ? this.create({ ...match, ...fields }) : this.#edit(id, fields);
  }

  async find(match: Values): Promise<unknown> {
    const id = await this.#find(match);
    if (id === undefined) return null;
    const { principal, fields } = this.#runContext;
    return this.#present(await findStoredLead(this.#change.transaction, principal, fields, id));
  }

  /** Finds leads like `POST /api/leads/search` does (spec/runs §2.10). */
  async search({ filters, match, order_by, limit, fields: chosen }: SearchInput): Promise<unknown> {
    const { principal, fields, names } = this.#runContext;
    const aliases = chosen === undefined ? undefined : readAliases(chosen, fields);
    const most = wholeNumberOf('limit', limit, 1, maxPageSize);
    const params = { filters, match, orderBy: order_by, limit: most };
    const { total, leads } = await readLeadPage(this.#change.transaction, principal, fields, params, most);
    const found = JSON.parse(`[${presentWire(leads, names, fields)}]`) as Values[];
    return { total, leads: aliases ? found.map((lead) => pick(lead, aliases)) : found };
  }

  async delete(match: Values): Promise<{ deleted: boolean }> {
    const id = await this.#find(match);
    if (id !== undefined) await deleteLead(this.#change, id);
    return { deleted: id !== undefined };
  }

  async #edit(id: LeadId, fields: Values): Promise<unknown> {
    return this.#present((await editLead(this.#change, id, this.#typed(fields)).catch(explainTaken)).stored);
  }

  /**
   * Finds a lead. `match` contains the ID or unique fields; an empty `match` never means "any lead" (spec/runs
   * §2.4).
   */
  async #find(match: Values): Promise<LeadId | undefined> {
    const names = Object.keys(match);
    if (names.length === 0)
      throw invalid('match_empty', 'match: Specify the id or a unique field of the lead.');
    for (const name of names) {
      if (isEmpty(match[name])) {
        throw invalid(
          'match_empty',
          `match.${name}: The value is empty, so it matches no lead. Check the template or input that sets it.`,
        );
      }
      if (name !== 'id' && !this.#runContext.fields.byAlias.get(name)?.unique) {
        throw invalid(
          'match_not_unique',
          `match.${name}: A lead can be matched only by id or a unique field.`,
        );
      }
    }
    const id = await findLeadId(this.#change, this.#typed(match));
    if (id !== undefined) this.#onLead(id);
    return id;
  }

  /**
   * Converts text for number and boolean fields, because forms and query strings send everything as text
   * (spec/runs §2.2).
   */
  #typed(values: Values): Values {
    const { byAlias } = this.#runContext.fields;
    const typed = ([alias, value]: [string, unknown]): [string, unknown] => {
      const field = byAlias.get(inputAliases.get(alias) ?? alias);
      return [alias, field && typeof value === 'string' ? scalarOf(field, value) : value];
    };
    return Object.fromEntries(Object.entries(values).map(typed));
  }

  #present(stored: string): unknown {
    const { names, fields } = this.#runContext;
    return JSON.parse(presentWire(stored, names, fields));
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Reads the fields to return. The ID is always among them. */
function readAliases(chosen: unknown, { byAlias }: RunContext['fields']): readonly string[] {
  if (!Array.isArray(chosen)) throw invalid('bad_fields', 'fields: must be a list of fields.');
  const unknown = chosen.find((alias) => !byAlias.has(alias));
  if (unknown !== undefined) throw invalid('bad_fields', `fields: there is no field "${shown(unknown)}".`);
  return ['id', ...chosen];
}

const pick = (lead: Values, aliases: readonly string[]): Values =>
  Object.fromEntries(aliases.map((alias) => [alias, lead[alias]]));

/** Returns the number or boolean that a text means in this field. Any other text, and a number that would lose digits, is unchanged. */
function scalarOf(field: LeadField, text: string): unknown {
  const parsed = typeOf(field).parse(text);
  if (typeof parsed === 'number') return Math.abs(parsed) <= Number.MAX_SAFE_INTEGER ? parsed : text;
  return typeof parsed === 'boolean' ? parsed : text;
}
