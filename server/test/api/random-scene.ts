import { expect } from 'vitest';
import type { Random } from '../harness/seeded-random.ts';
import type { ApiAnswer } from '../harness/servers/api-server.ts';
import type { Expected, LeadValues, ModelLead } from './lead-model.ts';
import type { ModelledUser, ModelWorkspace } from './lead-model-workspaces.ts';

/**
 * A request, and the check that compares its response with the model. `check` returns the leads that the response can
 * mention.
 */
export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  check(answer: ApiAnswer): readonly ModelLead[];
}

/** The context in which a request is generated: the user, the user's workspace, and all workspaces. */
export interface Scene {
  readonly random: Random;
  readonly here: ModelWorkspace;
  readonly user: ModelledUser;
  readonly everywhere: readonly ModelWorkspace[];
}

export type MakeRequest = (scene: Scene) => RandomRequest;

const notFoundText = '{"error":{"code":404,"message":"Item was not found."}}';

/** Returns a random lead ID: from this workspace (deleted or not, visible or not), from another workspace, or unknown. */
export function someId({ random, here, everywhere }: Scene): number {
  const { leads } = random.chance(80) ? here.model : random.oneOf(everywhere).model;
  return leads.length === 0 || random.chance(5) ? 900_000_000 + random.pick(1_000) : random.oneOf(leads).id;
}

/** Returns strings from any leads, including hidden leads and leads in other workspaces. */
export function someTexts({ random, here, everywhere }: Scene): string[] {
  const { leads } = random.chance(85) ? here.model : random.oneOf(everywhere).model;
  const { first_name, email, note, reference } =
    leads.length === 0 ? ({} as Partial<LeadValues>) : random.oneOf(leads).values;
  return [first_name, email, note, reference, `canary-${here.number}-`].filter(
    (text) => typeof text === 'string',
  );
}

/** Asserts that the response is the expected rejection or shows the lead that was written. */
export function expectWritten(
  answer: { status: number; json: unknown; text: string },
  expected: Expected,
): readonly ModelLead[] {
  expect(answer.status).toBe(expected.status);
  if (expected.status === 404) expect(answer.text).toBe(notFoundText);
  if (!expected.lead) return [];
  expectLead((answer.json as { lead: Record<string, unknown> }).lead, expected.lead);
  return [expected.lead];
}

export function expectLead(shown: Record<string, unknown>, { id, values }: ModelLead): void {
  expect(shown).toMatchObject({ id, ...values });
}
