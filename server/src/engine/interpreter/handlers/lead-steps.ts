import {
  createLead,
  deleteLead,
  editLead,
  explainTaken,
  findLeadId,
  findStoredLead,
  type LeadChange,
  presentWire,
} from '../../../core/leads/index.ts';
import { invalid } from '../../../lib/errors.ts';
import type { LeadId } from '../../../lib/ids.ts';
import type { RunContext } from '../run-context.ts';

type Values = Readonly<Record<string, unknown>>;

/** Steps on leads run as the workflow's owner, through the same use cases as every other surface. */
export class LeadSteps {
  readonly #world: RunContext;
  readonly #change: LeadChange;
  readonly #onLead: (lead: LeadId) => void;

  constructor(world: RunContext, change: LeadChange, onLead: (lead: LeadId) => void = () => {}) {
    this.#world = world;
    this.#change = change;
    this.#onLead = onLead;
  }

  async create(fields: Values): Promise<unknown> {
    // An error that the database finds fails the step, like one that we find.
    const { id, stored } = await createLead(this.#change, fields).catch(explainTaken);
    this.#onLead(id);
    return this.#present(stored);
  }

  /** Null when no lead matches. */
  async update(match: Values, fields: Values): Promise<unknown> {
    const id = await this.#find(match);
    return id === undefined ? null : this.#edit(id, fields);
  }

  /** A new lead also gets the values of `match`. */
  async upsert(match: Values, fields: Values): Promise<unknown> {
    const id = await this.#find(match);
    return id === undefined ? this.create({ ...match, ...fields }) : this.#edit(id, fields);
  }

  async find(match: Values): Promise<unknown> {
    const id = await this.#find(match);
    if (id === undefined) return null;
    const { principal, fields } = this.#world;
    return this.#present(await findStoredLead(this.#change.transaction, principal, fields, id));
  }

  async delete(match: Values): Promise<{ deleted: boolean }> {
    const id = await this.#find(match);
    if (id !== undefined) await deleteLead(this.#change, id);
    return { deleted: id !== undefined };
  }

  async #edit(id: LeadId, fields: Values): Promise<unknown> {
    return this.#present((await editLead(this.#change, id, fields).catch(explainTaken)).stored);
  }

  /** `match` takes the id or unique fields; an empty one never means "any lead" (spec/runs §2.4). */
  async #find(match: Values): Promise<LeadId | undefined> {
    const names = Object.keys(match);
    if (names.length === 0) throw invalid('match_empty', 'match: Name the id or a unique field of the lead.');
    for (const name of names) {
      if (isEmpty(match[name])) {
        throw invalid(
          'match_empty',
          `match.${name}: It is empty, and so matches no lead. Check what fills it.`,
        );
      }
      if (name !== 'id' && !this.#world.fields.byAlias.get(name)?.unique) {
        throw invalid('match_not_unique', `match.${name}: Only the id and unique fields can be matched.`);
      }
    }
    const id = await findLeadId(this.#change, { ...match, ...('id' in match && { id: numberOf(match.id) }) });
    if (id !== undefined) this.#onLead(id);
    return id;
  }

  #present(stored: string): unknown {
    const { names, fields } = this.#world;
    return JSON.parse(presentWire(stored, names, fields));
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Forms and query strings send numbers as text. */
const numberOf = (id: unknown): unknown =>
  typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
