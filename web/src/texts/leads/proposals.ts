export const proposalsTexts = {
  title: 'Proposals',
  about: 'Changes to leads that agents and programs suggest. Nothing changes until someone approves.',
  filterLabel: 'Status',
  filters: { pending: 'Pending', all: 'All' },
  none: 'No proposals',
  noneText:
    'Give a role the permission to propose changes through AI agents or the REST API. What they want to change then waits here until a person approves it.',
  toRoles: 'Open roles',
  columns: {
    change: 'Proposed change',
    by: 'Proposed by',
    created: 'Proposed',
    status: 'Status',
    decide: 'Decision',
  },
  count: (count: number) => (count === 1 ? '1 proposal' : `${count} proposals`),
  actions: {
    create: 'Create lead',
    edit: 'Edit',
    delete: 'Delete',
    restore: 'Restore',
  },
  deletes: 'The lead can be restored for a limited time.',
  /** On the lead's own page. */
  onLead: { create: 'Create this lead', delete: 'Delete this lead', restore: 'Restore this lead' },
  nameOf: (action: string, lead: string) => `${action}: ${lead}`,
  statuses: { pending: 'Pending', approved: 'Approved', rejected: 'Rejected', expired: 'Expired' },
  decidedBy: (name: string) => `by ${name}`,
  decideMany: {
    approved: (count: number) => `Approve ${count}`,
    rejected: (count: number) => `Reject ${count}`,
  },
  decided: {
    approved: (count: number) =>
      count === 1 ? 'Approved. The lead is changed.' : `${count} proposals approved`,
    rejected: (count: number) =>
      count === 1 ? 'Rejected. Nothing is changed.' : `${count} proposals rejected`,
  },
  notDecided: (count: number) =>
    `${count === 1 ? '1 proposal stays' : `${count} proposals stay`} pending. The list shows why.`,
  home: {
    title: (count: number) =>
      count === 1 ? '1 proposed change' : `${count.toLocaleString()} proposed changes`,
    about: 'Agents and programs want to change leads.',
    review: (count: number) => (count === 1 ? 'Review proposal' : 'Review proposals'),
  },
  forOthers: "You don't have the permission to decide this.",
} as const;
