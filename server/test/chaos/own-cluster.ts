import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRestateBinary } from '../../src/engine/restate/restate-server.ts';
import type { Logger } from '../../src/lib/log.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { type Supervised, supervise } from '../../src/lib/process/supervise.ts';
import { eventually } from '../harness/eventually.ts';
import type { OwnEngine } from './own-engine.ts';

const configFile = fileURLToPath(new URL('../../../deploy/engine-cluster/restate.toml', import.meta.url));
const nodeCount = 3;
const startMs = 60_000;

const urlOf = (port: number) => `http://127.0.0.1:${port}`;

/** Starts three nodes on loopback, with the shipped configuration file. Each call to `victim` returns the next node. */
export async function startOwnCluster(dataDir: string, logger: Logger): Promise<OwnEngine> {
  const ports = await Promise.all(
    Array.from({ length: nodeCount }, async () => ({
      fabric: await freePort(),
      ingress: await freePort(),
      admin: await freePort(),
    })),
  );
  const nodes: Supervised[] = [];
  const start = async () => {
    nodes.push(
      ...ports.map((port, index) =>
        startNode(join(dataDir, `node-${index + 1}`), index, port, ports, logger),
      ),
    );
    const isReady = async (url: string) => (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok;
    await Promise.all(
      ports.map(({ ingress }) => eventually(() => isReady(`${urlOf(ingress)}/restate/health`), startMs)),
    );
  };
  await start();
  let asked = 0;
  return {
    ingressUrl: ports.map(({ ingress }) => urlOf(ingress)).join(','),
    adminUrl: ports.map(({ admin }) => urlOf(admin)).join(','),
    victim: () => {
      const node = nodes[asked++ % nodeCount];
      return { pid: () => node?.pid };
    },
    async stop() {
      await Promise.all(nodes.splice(0).map((node) => node.stop()));
    },
    start,
    loseData: () => {
      throw new Error('The suite does not delete the data of a whole cluster.');
    },
  };
}

type Ports = Readonly<Record<'fabric' | 'ingress' | 'admin', number>>;

function startNode(
  folder: string,
  index: number,
  own: Ports,
  all: readonly Ports[],
  logger: Logger,
): Supervised {
  mkdirSync(folder, { recursive: true });
  return supervise({
    name: `engine-${index + 1}`,
    command: findRestateBinary(),
    args: ['--no-logo', '--config-file', configFile, '--base-dir', folder],
    env: {
      RESTATE_NODE_NAME: `node-${index + 1}`,
      RESTATE_ADVERTISED_HOST: '127.0.0.1',
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_BIND_PORT: String(own.fabric),
      RESTATE_INGRESS__BIND_PORT: String(own.ingress),
      RESTATE_ADMIN__BIND_PORT: String(own.admin),
      RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(all.map(({ fabric }) => urlOf(fabric))),
      RESTATE_AUTO_PROVISION: String(index === 0),
    },
    logger,
  });
}
