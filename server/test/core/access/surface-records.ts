import { createConnection } from '../../../src/core/connections/index.ts';
import type { Context } from '../../../src/core/context/index.ts';
import { saveLeadField } from '../../../src/core/lead-fields/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { createWebhook } from '../../../src/core/webhooks/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import type { RunId } from '../../../src/lib/ids.ts';
import { buildUser, changing } from '../../harness/builders.ts';
import { buildProposal } from '../../harness/proposals.ts';
import { execute } from '../../runs/run-stage.ts';
import type { Person } from './surface-people.ts';

/** A record to act on. */
export interface Made {
  readonly id: number | string;
  readonly name: string;
  /** A role that new users can have. */
  readonly role: number;
}

interface Scene {
  readonly context: Context;
  readonly workspace: Workspace;
  /** The administrator who creates the records. */
  readonly boss: Person;
  readonly owner: Person;
  /** A name that no other record has. */
  readonly name: string;
  readonly role: number;
}

const change = <T>({ context, workspace }: Scene, work: Parameters<typeof changing<T>>[2]) =>
  changing(context, workspace.id, work);

async function createLead({ boss, owner, name }: Scene): Promise<number> {
  const body = { first_name: name, owner_id: owner.user.id };
  return (await boss.rest('POST', '/api/leads/new', { body })).json.lead.id;
}

const createWorkflow = (scene: Scene) =>
  change(scene, (one) =>
    saveWorkflow(one, {
      name: scene.name,
      owner: scene.owner.user.email,
      steps: [{ name: 'end', type: 'stop', as: 'failed', message: 'No.' }],
    }),
  );

async function startRun(scene: Scene): Promise<RunId> {
  const { id } = await createWorkflow(scene);
  return (await scene.boss.rest('POST', `/api/workflows/${id}/start`, { body: {} })).json.run_id;
}

/** How a record of each kind is created. @returns its ID */
const makers = {
  lead: createLead,
  async deletedLead(scene) {
    const id = await createLead(scene);
    await scene.boss.rest('DELETE', `/api/leads/${id}`);
    return id;
  },
  proposal: async (scene) => {
    const { context, workspace, boss, name } = scene;
    return buildProposal(context, workspace.id, boss.user, await createLead(scene), name);
  },
  freeName: async () => 0,
  field: (scene) =>
    change(scene, async (one) => {
      await saveLeadField(one, { alias: scene.name, type: 'text' });
      return 0;
    }),
  user: async ({ context, workspace }) => (await buildUser(context, workspace.id)).id,
  role: async (scene) => (await change(scene, (one) => saveRole(one, { name: scene.name }))).id,
  connection: (scene) =>
    change(scene, async (one) => {
      const wanted = { name: scene.name, type: 'none', origin: 'https://api.example.test' };
      return (await createConnection(one, { allow: new Set() }, wanted)).id;
    }),
  webhook: (scene) =>
    change(scene, async (one) => {
      // A workspace can have only 20 webhooks.
      const { id } = scene.workspace;
      await one.transaction.query(sql`delete from webhooks where workspace_id = ${id}`);
      const wanted = { name: scene.name, url: 'https://example.test/', types: ['lead.created'] };
      return (await createWebhook(one, wanted)).id;
    }),
  workflow: async (scene) => (await createWorkflow(scene)).id,
  queuedRun: startRun,
  async failedRun(scene) {
    const run = await startRun(scene);
    await execute(scene.context, { workspace: scene.workspace.id, run, fence: 0 });
    return run;
  },
} satisfies Record<string, (scene: Scene) => Promise<number | string>>;
export type Maker = keyof typeof makers;

export const makeRecord = async (maker: Maker, scene: Scene): Promise<Made> => ({
  id: await makers[maker](scene),
  name: scene.name,
  role: scene.role,
});
