import tls from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import { createWorkspace, type Workspace } from '../../src/core/workspaces/index.ts';
import { buildPerson, type OAuthStage, type Person, TestApp } from './oauth-stage.ts';
import { makeCertificate, passOnTo, startHttps } from './servers/https-front.ts';

/**
 * Creates a user and a workspace with an https URL on this machine, so third-party clients can run with all their
 * checks enabled.
 */
export function useHttpsWorkspace(stage: OAuthStage) {
  const certificate = makeCertificate();
  let front: Awaited<ReturnType<typeof startHttps>>;
  let made: { workspace: Workspace; person: Person };
  beforeAll(async () => {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert.toString()]);
    front = await startHttps(certificate, passOnTo(stage.port));
    const host = `localhost:${front.port}`;
    const wanted = { name: 'Judged', baseUrl: `https://${host}`, host };
    const actor = { user: null, means: { type: 'apply' }, origin: null } as const;
    const id = await createWorkspace(stage.context(), actor, wanted, async (change) => change.workspace);
    const workspace = { ...wanted, id, listenerHost: null, isSuspended: false };
    made = { workspace, person: await buildPerson(stage, workspace, { isAdmin: true }) };
  });
  afterAll(() => front.close());
  return {
    certificate,
    workspace: () => made.workspace,
    /** Acts as the browser: opens the client's authorization URL and returns the redirect URL. */
    async approve(address: URL): Promise<URL> {
      const over = Object.fromEntries(address.searchParams);
      const { client_id: id = '', redirect_uri: redirectUri = '' } = over;
      // Parameters that the client omitted stay omitted.
      const asked = { scope: undefined, state: undefined, ...over };
      const app = new TestApp(stage, made.workspace, { id, redirectUri, scope: 'api' });
      const { answer } = await app.decide(made.person, 'approve', asked);
      return new URL(answer.location ?? '');
    },
  };
}
