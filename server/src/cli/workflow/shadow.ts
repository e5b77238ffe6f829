import { Command } from 'commander';
import { shadowWorkflow } from '../../app/trials.ts';
import { readConfig } from '../../config.ts';
import { maxShadowed, type ShownShadow } from '../../core/shadow/index.ts';
import { findRemoteWorkflow } from '../runs/remote-runs.ts';
import { example } from '../shared/example.ts';
import { findRemote, type Remote } from '../shared/remote.ts';
import { readWholeNumber } from '../shared/whole-number.ts';
import { inWorkspace, workspaceOption } from '../shared/workspace-option.ts';

interface ShadowOptions {
  readonly workspace?: string;
  readonly requests: string;
  readonly json?: boolean;
}

/** Compares some requests, and continues before a run. */
type ReadPage = (requests: number, before: ShownShadow['next']) => Promise<ShownShadow>;

const maxRequests = 1_000;

/** `hark workflow shadow` (spec/shadow §4.2). */
export const shadowCommand = () =>
  new Command('shadow')
    .description('Try the draft of a workflow on past requests. Nothing is stored, called or sent.')
    .argument('<name>', 'name of the workflow')
    .addOption(workspaceOption())
    .option('--requests <number>', `how many requests, the newest first (at most ${maxRequests})`, '100')
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark workflow shadow "Order" --workspace https://acme.example.com'))
    .action(async (name: string, { workspace: baseUrl, requests, json = false }: ShadowOptions) => {
      const most = readWholeNumber('--requests', requests, maxRequests);
      const config = readConfig();
      const remote = findRemote(config, baseUrl);
      const found = await (remote
        ? readAll(most, await remotePages(remote, name))
        : inWorkspace(config, baseUrl, (context, { id }) =>
            readAll(most, (count, before) => shadowWorkflow(context, id, name, { requests: count, before })),
          ));
      if (json) console.log(JSON.stringify(found, null, 2));
      else for (const line of describe(found)) console.log(line);
      if (found.runs.length > 0) process.exitCode = 3;
    });

async function remotePages(remote: Remote, name: string): Promise<ReadPage> {
  const id = await findRemoteWorkflow(remote, name);
  return async (requests, before) =>
    (await remote.call('POST', `/workflows/${id}/shadow`, { requests, before })) as ShownShadow;
}

async function readAll(most: number, read: ReadPage): Promise<Omit<ShownShadow, 'next'>> {
  const { next, ...first } = await read(Math.min(most, maxShadowed), null);
  let total = first;
  for (let before = next; before !== null && total.requests < most; ) {
    const page = await read(Math.min(most - total.requests, maxShadowed), before);
    total = {
      revision: page.revision,
      requests: total.requests + page.requests,
      same: total.same + page.same,
      different: total.different + page.different,
      incomplete: total.incomplete + page.incomplete,
      runs: [...total.runs, ...page.runs],
    };
    before = page.next;
  }
  return total;
}

function describe({ requests, same, different, incomplete, runs }: Omit<ShownShadow, 'next'>): string[] {
  const lines = runs.flatMap(({ run_id, accepted_at, verdict, reason, differences, more }) => [
    `${verdict}  run ${run_id}  ${accepted_at}`,
    ...differences.map(
      ({ field, published, draft }) => `  ${field}: ${JSON.stringify(published)} → ${JSON.stringify(draft)}`,
    ),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(reason === null ? [] : [`  ${reason}`]),
  ]);
  return [
    ...lines,
    `${requests} requests: ${same} the same, ${different} different, ${incomplete} incomplete`,
  ];
}
