import { expect } from 'vitest';
import type { ApiAnswer, AskApi } from '../harness/servers/api-server.ts';

let made = 0;
/** Returns an email address that no other lead in this test file has. */
export const newMail = () => `lead-${++made}@spec.test`;

export const createLead = async (ask: AskApi, lead: Record<string, unknown>) => {
  const answer = await ask('POST', '/api/leads/new', { body: lead });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.lead as { id: number; email: string };
};
export const createLeads = async (ask: AskApi, count: number) => {
  const leads = Array.from({ length: count }, (_, index) => ({ email: newMail(), score: index % 10 }));
  for (let from = 0; from < count; from += 100) {
    const items = leads.slice(from, from + 100);
    const { status, text } = await ask('POST', '/api/leads/batch/new', { body: { items } });
    expect(status, text).toBe(200);
  }
};
export const idsOf = (answer: ApiAnswer): number[] =>
  answer.json.leads.map((lead: { id: number }) => lead.id);
export const totalOf = async (ask: AskApi) => (await ask('GET', '/api/leads?limit=1')).json.total;

/** Expects a nested error (spec/rest-api §3.1) that has only `code`, which is the status, and `message`. */
export function expectNested(answer: ApiAnswer, status: number, message: unknown = expect.any(String)) {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.json).toEqual({ error: { code: status, message } });
}
export const expectNotFound = (answer: ApiAnswer) => expectNested(answer, 404, 'Item was not found.');
