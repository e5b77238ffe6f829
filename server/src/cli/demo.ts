import { Command } from 'commander';
import { engineOf, engineOfUp } from '../app/engine.ts';
import { addressOfUp } from '../app/up-address.ts';
import { readConfig } from '../config.ts';
import type { Context } from '../core/context/index.ts';
import {
  applyDemo,
  findDemoAddress,
  keepDemoGoing,
  playDemo,
  type SendDelivery,
} from '../core/demo/index.ts';
import { conflict, unavailable } from '../lib/errors.ts';
import type { RunId } from '../lib/ids.ts';
import { commandController } from './runs/run-control.ts';
import { example } from './shared/example.ts';
import { isReady } from './shared/is-ready.ts';
import { operator } from './shared/operator.ts';
import { untilStopped } from './shared/until-stopped.ts';
import { readWholeNumber } from './shared/whole-number.ts';
import { withContext } from './shared/with-context.ts';

interface DemoOptions {
  baseUrl?: string;
  keepGoing?: boolean;
  perMinute: string;
}

export const demoCommand = () =>
  new Command('demo')
    .option(
      '--base-url <url>',
      'base URL of the demo workspace (default: a free one of the running `hark up`)',
    )
    .option('--keep-going', 'keep sending requests until you press Ctrl-C')
    .option('--per-minute <count>', 'requests per minute with --keep-going', '12')
    .addHelpText('after', example('hark demo', 'hark demo --keep-going --per-minute 30'))
    .action(async ({ baseUrl, keepGoing = false, perMinute }: DemoOptions) => {
      const config = readConfig();
      const rate = readWholeNumber('--per-minute', perMinute, 6_000);
      const running = baseUrl ?? addressOfUp(config) ?? `http://${config.HOST}:${config.PORT}`;
      await requireRunning(running);
      await withContext(config, async (context) => {
        const address = baseUrl ?? (await chooseAddress(context, running));
        const demo = await applyDemo(context, operator('command', 'demo'), address);
        for (const [email, password] of demo.passwords) {
          console.log(`${email} signs in at ${address} with the password ${password} (shown once)`);
        }
        if (demo.passwords.size === 0) {
          console.log(
            `The demo users already have passwords. To set a new one, run \`hark user reset --workspace ${address} --email ann@demo.example\`.`,
          );
        }
        const controller = commandController('demo');
        const engine = engineOf(config) ?? engineOfUp(config);
        const isPlayed = await playDemo({ context, controller, engine, send }, demo);
        console.log(isPlayed ? `The demo is ready at ${address}.` : `The demo already exists at ${address}.`);
        if (!keepGoing) return;
        console.log(`Sending ${rate} requests per minute. Press Ctrl-C to stop.`);
        const stopping = new AbortController();
        void untilStopped({ parent: undefined }).then(() => stopping.abort());
        await keepDemoGoing({ context, send }, demo, 60_000 / rate, stopping.signal);
      });
    });

/** A workspace of its own needs a URL of its own, and a machine has two names for itself. */
async function chooseAddress(context: Context, running: string): Promise<string> {
  const { protocol, hostname, port } = new URL(running);
  const names = ownNames.includes(hostname) ? ownNames : [hostname];
  const addresses = names.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
  const found = await findDemoAddress(context, addresses);
  if (found !== undefined) return found;
  throw conflict(
    'demo_needs_url',
    `Other workspaces use ${addresses.join(' and ')}. Name another URL of this Hark with --base-url.`,
  );
}

const ownNames = ['127.0.0.1', 'localhost'];

const send: SendDelivery = async ({ url, headers, body }) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  await answer.body?.cancel();
  return { status: answer.status, run: (answer.headers.get('x-run-id') ?? undefined) as RunId | undefined };
};

async function requireRunning(address: string): Promise<void> {
  if (await isReady(address)) return;
  throw unavailable(
    'not_running',
    `Hark isn't ready at ${address}. Start it with \`hark up\`, or pass its URL with --base-url.`,
  );
}
