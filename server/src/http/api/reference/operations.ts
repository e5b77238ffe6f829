/** What the reference says about one route beyond its verb and path. */
export interface Operation {
  readonly summary: string;
  readonly body?: string;
  readonly status?: number;
  /** The name of the answer's schema; none for an answer without a body. */
  readonly answer?: string;
  readonly query?: readonly string[];
}

const paging = ['limit', 'start'];
const ordering = ['orderBy', 'orderByDir'];

/** By verb and path, as in the table of routes; a test fails when the two differ. */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /users/self': { summary: 'Who the request acts as', answer: 'Self' },
  'GET /leads': { summary: 'List leads', query: [...paging, ...ordering], answer: 'LeadList' },
  'POST /leads': { summary: 'Search leads (the same as /leads/search)', body: 'Search', answer: 'LeadList' },
  'POST /leads/search': { summary: 'Search leads', body: 'Search', answer: 'LeadList' },
  'POST /leads/new': { summary: 'Create a lead', body: 'Lead', status: 201, answer: 'LeadAnswer' },
  'PATCH /leads/edit': {
    summary: 'Edit the lead that a unique field names; it never creates',
    body: 'Lead',
    answer: 'LeadAnswer',
  },
  'POST /leads/batch/new': { summary: 'Create up to 100 leads', body: 'Batch', answer: 'BatchAnswer' },
  'POST /leads/batch/edit': { summary: 'Edit up to 100 leads', body: 'Batch', answer: 'BatchAnswer' },
  'POST /leads/batch/delete': { summary: 'Delete up to 100 leads', body: 'Batch', answer: 'BatchAnswer' },
  'GET /leads/list/fields': { summary: 'The fields that a lead has here', answer: 'Fields' },
  'GET /leads/:id': { summary: 'Read a lead', answer: 'LeadAnswer' },
  'PATCH /leads/:id': { summary: 'Change what is given', body: 'Lead', answer: 'LeadAnswer' },
  'PUT /leads/:id': {
    summary: 'Change what is given (the same as PATCH)',
    body: 'Lead',
    answer: 'LeadAnswer',
  },
  'DELETE /leads/:id': { summary: 'Delete a lead', status: 204 },
  'POST /leads/:id/restore': { summary: 'Bring a deleted lead back', answer: 'LeadAnswer' },
  'GET /leads/:id/history': { summary: 'Who touched a lead, newest first', query: paging, answer: 'History' },
};
