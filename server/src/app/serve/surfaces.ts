import { version } from '../../config.ts';
import { createTestStep } from '../../engine/interpreter/test-step.ts';
import { runTrial, runTrialIn } from '../../engine/interpreter/trial.ts';
import { describeApi } from '../../http/api/reference/openapi.ts';
import { createReferencePage } from '../../http/api/reference/page.ts';
import { apiSurface } from '../../http/api/routes.ts';
import { connectSurface } from '../../http/connections/routes.ts';
import { consoleDataSurface } from '../../http/console/data-surface.ts';
import { consoleSurface } from '../../http/console/routes.ts';
import { mcpSurface } from '../../http/mcp/routes.ts';
import { oauthSurfaces } from '../../http/oauth/routes.ts';
import type { Surface } from '../../http/request/surface.ts';
import { fontSurface } from '../../http/server/page-font.ts';
import { shareByWorkspace } from '../../http/server/workspace-turns.ts';
import { setUpSurface } from '../../http/setup/routes.ts';
import { signInSurface } from '../../http/sign-in/routes.ts';
import { once } from '../../lib/once.ts';
import { ownFile } from '../../lib/own-package.ts';
import { askOwnAddress } from '../ask-own-address.ts';
import { demoPlayer, type OwnAddress } from '../demo.ts';
import type { ServeParts } from './parts.ts';

const webDirectory = ownFile('console/');

/** Creates all surfaces except the listeners, which are served outside of Fastify. */
export function createSurfaces(parts: ServeParts, here: OwnAddress): Surface[] {
  const { config, logger, ready, context, limiter, documents, mailer, engine, egress, sharing } = parts;
  const shared = {
    ...parts,
    findWorkspace: ready.findWorkspace,
    dispatch: parts.runs.parts.dispatch,
    egressAllow: config.HARK_EGRESS_ALLOW,
    rewritesHeaderNames: config.PROXY_REWRITES_HEADER_NAMES,
    runTrialIn,
    askOwnAddress,
  };
  const api = apiSurface({ ...shared, hasMail: mailer !== undefined });
  // Describing the API takes a tenth of the startup time, and few processes are asked for it.
  const openApi = once(() => describeApi(api.routes, version));
  return [
    ...shareByWorkspace(config.DATABASE_POOL_SIZE, [api, mcpSurface({ ...shared, version })]),
    ...oauthSurfaces({ context: ready.contextWith({ documents }), limiter }),
    setUpSurface({
      ...shared,
      readyContext: ready.readyContext,
      trustsProxies: config.TRUST_PROXY !== undefined,
    }),
    signInSurface(parts),
    connectSurface({ context, egress }),
    consoleDataSurface({
      ...shared,
      runTrial,
      testStep: createTestStep(egress),
      useOfOthers: sharing?.others,
      playDemo: demoPlayer(engine, logger, here),
    }),
    fontSurface(webDirectory),
    consoleSurface({
      webDirectory,
      openApi,
      apiReference: once(() => createReferencePage(openApi())),
      securityContact: config.SECURITY_CONTACT,
    }),
  ];
}
