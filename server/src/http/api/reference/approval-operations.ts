const approval = { tag: 'Approvals', answer: 'ApprovalAnswer' } as const;
const decision = {
  ...approval,
  body: 'Decision',
  example: { comment: 'Fine with me.' },
  isRepeatable: true,
} as const;

/** The operations of approvals (spec/rest-api §11). */
export const approvalOperations = {
  'GET /approvals': {
    tag: 'Approvals',
    summary: 'List approvals',
    about: 'Approvals that you can view or decide, newest first.',
    query: ['limit', 'start', 'listAfter', 'fields', 'approvalStatus'],
    answer: 'ApprovalList',
  },
  'GET /approvals/:id': { ...approval, summary: 'Read an approval', query: ['fields'] },
  'POST /approvals/:id/approve': {
    ...decision,
    summary: 'Approve',
    about:
      'The first decision wins, and the run continues. Repeating your own decision changes nothing. Any other later decision is rejected with 409.',
  },
  'POST /approvals/:id/reject': {
    ...decision,
    summary: 'Reject',
    about: 'Like approving, but the run continues with `approved: false`.',
  },
} as const;
