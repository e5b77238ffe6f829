import { runExamples } from '../runs/reference.ts';
import { undoExamples } from '../undo/reference.ts';
import { workflowExamples } from '../workflows/reference.ts';
import { approvalExamples } from './approval-schemas.ts';
import { leadFieldExamples } from './collections/lead-fields.ts';
import { roleExamples } from './collections/roles.ts';
import { userExamples } from './collections/users.ts';
import { connectionExamples } from './connection-reference.ts';
import { proposalExamples } from './proposal-reference.ts';
import { webhookExamples } from './webhook-schemas.ts';
import { workspaceExamples } from './workspace-reference.ts';

/** A lead in a response. A test compares the shapes of these examples with real responses. */
const lead = {
  id: 17,
  first_name: 'Lea',
  last_name: 'Muster',
  email: 'lea@example.test',
  phone: null,
  mobile: null,
  company: 'Muster AG',
  position: null,
  address1: null,
  address2: null,
  city: 'Bern',
  state: null,
  zipcode: null,
  country: null,
  website: null,
  source: null,
  status: 'new',
  score: 50,
  tags: ['hot'],
  owner_id: 3,
  owner: { id: 3, name: 'Sam Sales' },
  created_by: { id: 3, name: 'Sam Sales' },
  modified_by: { id: 3, name: 'Sam Sales' },
  date_added: '2026-11-30T12:00:00.000Z',
  date_modified: '2026-11-30T12:00:00.000Z',
};

/** Example responses, by schema name. */
export const answerExamples: Readonly<Record<string, unknown>> = {
  LeadAnswer: { lead },
  LeadList: { total: '1', leads: [lead] },
  BatchAnswer: {
    results: [
      { status: 200, lead },
      { status: 404, error: { code: 404, message: 'Item was not found.' } },
    ],
  },
  Started: { run_id: '019a8b3c-5f0e-7c1d-9b2a-3d4e5f607182' },
  ...workflowExamples,
  ...runExamples,
  ...approvalExamples,
  ...proposalExamples,
  ...undoExamples,
  ...webhookExamples,
  ...connectionExamples,
  ...workspaceExamples,
  ...userExamples,
  ...roleExamples,
  ...leadFieldExamples,
  Fields: [
    {
      alias: 'email',
      label: 'Email',
      type: 'email',
      unique: true,
      required: false,
      read_only: false,
      options: [],
    },
  ],
  History: {
    total: '1',
    history: [
      {
        id: 42,
        date: '2026-11-30T12:00:00.000Z',
        action: 'edited',
        user: { id: 3, name: 'Sam Sales' },
        means: { type: 'api_key', id: null, name: null },
        changes: [{ field: 'city', old: 'Bern', new: 'Chur' }],
      },
    ],
  },
  EventPage: {
    events: [
      {
        id: 'evt_019a8b3c00007000800000000000000a',
        type: 'lead.created',
        timestamp: '2026-11-30T12:00:00.000Z',
        workspace: 'https://crm.example.com',
        data: {
          lead,
          before: null,
          changes: [{ field: 'city', old: null, new: 'Bern' }],
          by: {
            user: { id: 3, name: 'Sam Sales' },
            means: { type: 'api_key', id: null, name: null },
          },
        },
      },
    ],
    cursor: 'MTIuMTc5NjAzOTIwMDAwMA',
    has_more: false,
  },
  Self: {
    user: {
      id: 3,
      email: 'sam@acme.test',
      name: 'Sam Sales',
      role: { id: 2, name: 'Sales', is_admin: false },
    },
  },
  NestedError: { error: { code: 400, message: 'score: must be a whole number.' } },
  FlatError: {
    error: 'invalid_token',
    error_description: 'The access token is unknown, expired, revoked, or for another resource.',
  },
};
