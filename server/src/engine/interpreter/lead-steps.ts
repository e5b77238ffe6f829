import {
  createLead,
  deleteLead,
  editLead,
  findLeadId,
  type LeadChange,
  presentWire,
  readLead,
} from '../../core/leads/index.ts';
import { invalid } from '../../lib/errors.ts';
import type { LeadId } from '../../lib/ids.ts';
import type { RunWorld } from './run-world.ts';

type Values = Readonly<Record<string, unknown>>;

/** The steps that work on leads, as the owner of the workflow, through the same use cases as every other way in. */
export class LeadSteps {
  readonly #world: RunWorld;
  readonly #change: LeadChange;

  constructor(world: RunWorld, change: LeadChange) {
    this.#world = world;
    this.#change = change;
  }

  async create(fields: Values): Promise<unknown> {
    return this.#present((await createLead(this.#change, fields)).stored);
  }

  /** Null when no lead matches. */
  async update(match: Values, fields: Values): Promise<unknown> {
    const id = await this.#find(match);
    return id === undefined ? null : this.#present((await editLead(this.#change, id, fields)).stored);
  }

  /** A lead that it creates takes the values of `match` too. */
  async upsert(match: Values, fields: Values): Promise<unknown> {
    const id = await this.#find(match);
    return id === undefined
      ? this.create({ ...match, ...fields })
      : this.#present((await editLead(this.#change, id, fields)).stored);
  }

  async find(match: Values): Promise<unknown> {
    const id = await this.#find(match);
    if (id === undefined) return null;
    const { principal, fields } = this.#world;
    return this.#present(await readLead(principal, fields, id)(this.#change.transaction));
  }

  async delete(match: Values): Promise<{ deleted: boolean }> {
    const id = await this.#find(match);
    if (id !== undefined) await deleteLead(this.#change, id);
    return { deleted: id !== undefined };
  }

  /** `match` takes the id or unique fields; an empty one never means "any lead" (provisioning.md, Steps). */
  #find(match: Values): Promise<LeadId | undefined> {
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
    return findLeadId(this.#change, { ...match, ...('id' in match && { id: numberOf(match.id) }) });
  }

  #present(stored: string): unknown {
    const { names, fields } = this.#world;
    return JSON.parse(presentWire(stored, names, fields));
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Forms and queries send digits as text. */
const numberOf = (id: unknown): unknown =>
  typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
