import { expect } from 'vitest';
import type { Random } from '../harness/seeded-random.ts';
import type { ApiAnswer } from '../harness/servers/api-server.ts';
import type { Expected, LeadValues, ModelLead } from './lead-model.ts';
import type { WorldUser, WorldWorkspace } from './lead-world.ts';

/** A request, and how its answer is held to the model. `check` gives the leads that the answer may speak of. */
export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  check(answer: ApiAnswer): readonly ModelLead[];
}

/** Where a request is made up: by whom, in which workspace, beside which others. */
export interface Scene {
  readonly random: Random;
  readonly here: WorldWorkspace;
  readonly user: WorldUser;
  readonly everywhere: readonly WorldWorkspace[];
}

export type MakeRequest = (scene: Scene) => RandomRequest;

const notFoundText = '{"error":{"code":404,"message":"Item was not found."}}';

/** The id of some lead: of this workspace, deleted or not, to be seen or not; of another one; or of none. */
export function someId({ random, here, everywhere }: Scene): number {
  const { leads } = random.chance(80) ? here.model : random.oneOf(everywhere).model;
  return leads.length === 0 || random.chance(5) ? 900_000_000 + random.pick(1_000) : random.oneOf(leads).id;
}

/** Texts of anybody's leads, hidden ones and those of other workspaces included. */
export function someTexts({ random, here, everywhere }: Scene): string[] {
  const { leads } = random.chance(85) ? here.model : random.oneOf(everywhere).model;
  const { first_name, email, note, reference } =
    leads.length === 0 ? ({} as Partial<LeadValues>) : random.oneOf(leads).values;
  return [first_name, email, note, reference, `canary-${here.number}-`].filter(
    (text) => typeof text === 'string',
  );
}

/** Holds an answer to a refusal or to the lead that was written. */
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
