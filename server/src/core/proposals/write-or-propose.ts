import { fault } from '../../lib/errors.ts';
import type { LeadId, UserId } from '../../lib/ids.ts';
import type { FieldChange } from '../history/index.ts';
import type { LeadChange } from '../leads/index.ts';
import type { Proposal, ProposedAction } from './proposal.ts';
import { insertProposal } from './proposal-store.ts';

/** How long a proposal waits for a decision (spec/proposals §2.1). */
const lifetimeMs = 30 * 24 * 3_600_000;

/** What a write did to a lead. */
interface LeadWrite {
  readonly id: LeadId;
  readonly isUnchanged?: true;
  readonly changes?: readonly FieldChange[];
}

/** Thrown to undo a write that was only made to check it. */
class Checked<Written> {
  readonly written: Written;

  constructor(written: Written) {
    this.written = written;
  }
}

export type WriteResult<Written> = { readonly written: Written } | { readonly proposal: Proposal };

/**
 * Writes a lead. If the caller's role lets the surface only propose changes, the write is made to check it as usual,
 * undone, and stored as a proposal (spec/proposals §1.2).
 */
export async function writeOrPropose<Written extends LeadWrite>(
  change: LeadChange,
  action: ProposedAction,
  write: (change: LeadChange) => Promise<Written>,
): Promise<WriteResult<Written>> {
  if (!change.isProposed) return { written: await write(change) };
  const written = await checkOnly(change, write);
  if (written.isUnchanged) return { written };
  return { proposal: await store(change, action, written) };
}

async function checkOnly<Written>(
  change: LeadChange,
  write: (change: LeadChange) => Promise<Written>,
): Promise<Written> {
  try {
    await change.transaction.attempt(async () => {
      throw new Checked(await write({ ...change, endsTransaction: false }));
    });
  } catch (thrown) {
    if (thrown instanceof Checked) return thrown.written as Written;
    throw thrown;
  }
  throw fault('check_not_undone', 'A write that was made to check it was not undone.');
}

function store(
  { transaction, workspace, actor, clock }: LeadChange,
  action: ProposedAction,
  { id, changes = [] }: LeadWrite,
): Promise<Proposal> {
  const { user, means } = actor;
  if (!user) throw fault('proposal_without_user', 'A proposal was made without a user.');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  const isNew = action === 'create';
  return insertProposal(transaction, workspace, {
    action,
    // A lead that was created to check it doesn't exist any more.
    lead: isNew ? null : id,
    owner: isNew ? ownerIn(changes) : null,
    changes,
    user,
    means,
    createdAt,
    expiresAt,
  });
}

const ownerIn = (changes: readonly FieldChange[]): UserId | null =>
  (changes.find(({ field }) => field === 'owner_id')?.new ?? null) as UserId | null;
