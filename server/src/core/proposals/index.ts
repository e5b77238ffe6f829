export { type Decision, decideProposal } from './decide-proposal.ts';
export {
  isDecider,
  type Proposal,
  type ProposalStatus,
  proposalStatuses,
  proposedActions,
  type ShownProposal,
  showProposal,
} from './proposal.ts';
export { deleteProposalsAbout, deleteProposalsNaming, purgeProposals } from './proposal-store.ts';
export { listProposals, readProposal } from './read-proposals.ts';
export { type WriteResult, writeOrPropose } from './write-or-propose.ts';
