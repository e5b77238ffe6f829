import type { Permissions } from '../../src/core/access/index.ts';

/** The values that the tests write to a lead: strings with canaries, a number to sort by, and an owner. */
export interface LeadValues {
  readonly first_name: string | null;
  readonly company: string | null;
  readonly email: string | null;
  readonly note: string | null;
  readonly reference: string | null;
  readonly score: number | null;
  readonly tags: readonly string[];
  readonly owner_id: number | null;
}

export interface ModelLead {
  readonly id: number;
  values: LeadValues;
  isDeleted: boolean;
  /** Every value ever written to the lead, all of which its history can show. */
  readonly written: Set<string>;
  historyLength: number;
}

type Reach = 'none' | 'own' | 'all';

export interface ModelUser {
  readonly id: number;
  readonly isAdmin: boolean;
  readonly permissions: Permissions;
}

/** The expected response: a status, and the lead that was written. */
export interface Expected {
  readonly status: number;
  readonly lead?: ModelLead;
}

const emptyValues: LeadValues = {
  first_name: null,
  company: null,
  email: null,
  note: null,
  reference: null,
  score: null,
  tags: [],
  owner_id: null,
};

/** Returns all canaries in a string. */
export const canariesIn = (text: string): string[] => text.match(/canary-\d+-\d+-\d+/gi) ?? [];

/** Models the leads of one workspace, and what each user can do with them (spec/rest-api §5, §7.1). */
export class LeadModel {
  readonly leads: ModelLead[] = [];

  reach({ isAdmin, permissions }: ModelUser, right: 'leads.view' | 'leads.edit' | 'leads.delete'): Reach {
    return isAdmin ? 'all' : (permissions[right] ?? 'none');
  }

  mayDo(user: ModelUser, right: 'leads.view' | 'leads.edit' | 'leads.delete', lead: ModelLead): boolean {
    const reach = this.reach(user, right);
    return reach === 'all' || (reach === 'own' && lead.values.owner_id === user.id);
  }

  visibleTo(user: ModelUser): ModelLead[] {
    return this.leads.filter((lead) => !lead.isDeleted && this.mayDo(user, 'leads.view', lead));
  }

  /** Returns a lead that exists and that the user can see, or undefined. Hidden and missing leads look the same. */
  find(user: ModelUser, id: number): ModelLead | undefined {
    return this.visibleTo(user).find((lead) => lead.id === id);
  }

  /** Returns a lead whose history the user can read. Users keep access to the history of deleted leads that they could see. */
  findWithDeleted(user: ModelUser, id: number): ModelLead | undefined {
    return this.leads.find((lead) => lead.id === id && this.mayDo(user, 'leads.view', lead));
  }

  create(user: ModelUser, sent: Partial<LeadValues>, id: number | undefined): Expected {
    const values = { ...emptyValues, owner_id: user.id, ...sent };
    if (!user.isAdmin && user.permissions['leads.create'] !== true) return { status: 403 };
    if (this.isTaken(values, undefined)) return { status: 400 };
    const lead = { id: id ?? 0, values, isDeleted: false, written: new Set<string>(), historyLength: 1 };
    this.note(lead);
    this.leads.push(lead);
    return { status: 201, lead };
  }

  edit(user: ModelUser, lead: ModelLead | undefined, sent: Partial<LeadValues>): Expected {
    if (!lead) return { status: 404 };
    if (!this.mayDo(user, 'leads.edit', lead)) return { status: 403 };
    const values = { ...lead.values, ...sent };
    if (this.isTaken(values, lead)) return { status: 400 };
    if (JSON.stringify(values) === JSON.stringify(lead.values)) return { status: 200, lead };
    lead.values = values;
    lead.historyLength++;
    this.note(lead);
    return { status: 200, lead };
  }

  /**
   * Finds a lead by ID or unique fields among the leads that the user can see. If the fields match two different
   * leads, the request is rejected.
   */
  editMatching(user: ModelUser, id: number | undefined, sent: Partial<LeadValues>): Expected {
    const byId = id === undefined ? undefined : this.find(user, id);
    if (id !== undefined && !byId) return { status: 404 };
    const { email, reference } = sent;
    if (id === undefined && !email && !reference) return { status: 400 };
    const named = this.visibleTo(user).filter(
      ({ values }) => isSame(values.email, email) || isSame(values.reference, reference),
    );
    const matches = new Set(byId ? [byId, ...named] : named);
    if (matches.size > 1) return { status: 400 };
    const [match] = matches;
    return this.edit(user, match, sent);
  }

  remove(user: ModelUser, lead: ModelLead | undefined): Expected {
    if (!lead) return { status: 404 };
    if (!this.mayDo(user, 'leads.delete', lead)) return { status: 403 };
    lead.isDeleted = true;
    lead.historyLength++;
    return { status: 204 };
  }

  /** Restores a deleted lead, which requires the permission to delete it. */
  restore(user: ModelUser, id: number): Expected {
    const lead = this.leads.find((one) => one.id === id && one.isDeleted);
    if (!lead || !this.mayDo(user, 'leads.view', lead)) return { status: 404 };
    if (!this.mayDo(user, 'leads.delete', lead)) return { status: 403 };
    if (this.isTaken(lead.values, lead)) return { status: 400 };
    lead.isDeleted = false;
    lead.historyLength++;
    return { status: 200, lead };
  }

  /** Values are unique across the workspace, including leads that the writer can't see. */
  private isTaken({ email, reference }: LeadValues, except: ModelLead | undefined): boolean {
    return this.leads.some(
      (lead) =>
        !lead.isDeleted &&
        lead !== except &&
        (isSame(lead.values.email, email) || isSame(lead.values.reference, reference)),
    );
  }

  private note(lead: ModelLead): void {
    for (const canary of canariesIn(JSON.stringify(lead.values))) lead.written.add(canary);
  }
}

const isSame = (one: string | null, other: string | null | undefined) =>
  one !== null && one.toLowerCase() === other?.toLowerCase();
