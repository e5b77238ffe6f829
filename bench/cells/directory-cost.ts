import { once } from 'node:events';
import { get } from 'node:http';
import { type CellDirectory, readDirectory, renderNginxFile } from '../../server/src/core/cells/index.ts';
import type { Call } from '../api/call.ts';
import type { Load } from '../api/load.ts';
import { median, percentile, rounded } from '../document.ts';
import { type BenchNginx, startBenchNginx } from './bench-nginx.ts';

const proxyTo = (upstream: string) =>
  `proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_pass http://${upstream};`;
const hostOf = (number: number) => `w${number}.customers.example.com`;
const routed = 'routed.example.com';

/**
 * Requests are for hosts of the last ten cells, which nginx finds last. Connections to ten cells stay open, as they would
 * under load; connections to a thousand cells wouldn't, one request at a time.
 */
const askedCells = 10;

/** An nginx in front of the same upstream as the others. */
interface Side {
  readonly name: string;
  readonly hosts: number;
  readonly cells: number;
  readonly nginx: BenchNginx;
  readonly latencyMs: number[];
  readonly cpuUs: number[];
  readonly memoryMiB: number;
}

/** Spreads hosts over cells that all have the same address. */
function directoryOf(hosts: number, cells: number, address: string): CellDirectory {
  const names = Array.from({ length: cells }, (_, index) => `c${index}`);
  const of = (cell: number) =>
    Array.from({ length: Math.ceil((hosts - cell) / cells) }, (_, index) => hostOf(cell + index * cells));
  return {
    default: 'c0',
    cells: Object.fromEntries(names.map((name, cell) => [name, { addresses: [address], hosts: of(cell) }])),
  };
}

async function startSide(name: string, hosts: number, cells: number, address: string): Promise<Side> {
  const upstream = `upstream hark { server ${new URL(address).host} max_fails=0; keepalive 64; keepalive_timeout 4s; }`;
  const nginx =
    hosts === 0
      ? await startBenchNginx(upstream, proxyTo('hark'))
      : await startBenchNginx(renderNginxFile(directoryOf(hosts, cells, address)), proxyTo('$hark_cell'));
  return { name, hosts, cells, nginx, latencyMs: [], cpuUs: [], memoryMiB: nginx.memoryMiB() };
}

/** The host with number n belongs to the cell with number n modulo the number of cells. */
function randomHost({ hosts, cells }: Side): string {
  const random = (below: number) => Math.floor(Math.random() * below);
  const asked = Math.min(cells, askedCells);
  return hostOf(random(Math.max(1, hosts / cells)) * cells + cells - asked + random(asked));
}

/** Sends one request at a time, alternating between the sides. Each is for a random host. */
async function runRound(sides: readonly Side[], load: Load, requests: number): Promise<void> {
  const callsTo = (side: Side): Call[] =>
    Array.from({ length: requests }, () => ({
      port: side.nginx.port,
      text: `GET / HTTP/1.1\r\nhost: ${randomHost(side)}\r\n\r\n`,
      status: 200,
      contains: 'first',
    }));
  const before = sides.map(({ nginx }) => nginx.cpuUs());
  const { latencies } = await load.run({ type: 'turns', sides: sides.map(callsTo), seconds: 120 });
  for (const [index, side] of sides.entries()) {
    const measured = latencies[index] ?? [];
    side.latencyMs.push(...measured);
    side.cpuUs.push((side.nginx.cpuUs() - (before[index] ?? 0)) / measured.length);
  }
}

/** Returns the time from the signal until a new route works. */
async function measureReload(side: Side, first: string, second: string): Promise<number> {
  const directory = directoryOf(side.hosts, side.cells, first);
  const changed = { addresses: [second], hosts: [routed] };
  const text = renderNginxFile({ ...directory, cells: { ...directory.cells, changed } });
  const startedAt = performance.now();
  side.nginx.reload(text);
  while ((await bodyAt(side.nginx.port)) !== 'second');
  return performance.now() - startedAt;
}

async function bodyAt(port: number): Promise<string> {
  const sent = get({ port, host: '127.0.0.1', headers: { host: routed }, agent: false });
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
}

/** Measures what the map of hosts costs per request, in memory, and at a reload. */
export async function measureDirectory(
  load: Load,
  { most, rounds, requests }: { most: number; rounds: number; requests: number },
) {
  await using cleanups = new AsyncDisposableStack();
  const responding = async (text: string) => {
    const nginx = await startBenchNginx('', `return 200 ${text};`);
    cleanups.defer(nginx.remove);
    return `http://127.0.0.1:${nginx.port}`;
  };
  const [first, second] = [await responding('first'), await responding('second')];
  const sides: Side[] = [];
  const shapes = [
    ['without_map', 0, 1],
    ['1_host', 1, 1],
    [`${most / 10}_hosts`, most / 10, 10],
    [`${most}_hosts`, most, 10],
    [`${most}_hosts_1000_cells`, most, 1_000],
  ] as const;
  for (const [name, hosts, cells] of shapes) {
    const side = await startSide(name, hosts, cells, first);
    cleanups.defer(side.nginx.remove);
    sides.push(side);
  }
  await runRound(sides, load, Math.ceil(requests / 10));
  for (const { latencyMs, cpuUs } of sides) latencyMs.length = cpuUs.length = 0;
  for (let round = 0; round < rounds; round++) await runRound(sides, load, requests);
  const figures: Record<string, Record<string, number>> = {};
  for (const side of sides) {
    const reload = side.hosts && (await measureReload(side, first, second));
    figures[side.name] = {
      p50_us: Math.round(median(side.latencyMs) * 1000),
      p99_us: Math.round(percentile(side.latencyMs, 0.99) * 1000),
      cpu_us: rounded(median(side.cpuUs), 1),
      memory_mib: rounded(side.memoryMiB, 1),
      reload_ms: Math.round(reload),
    };
  }
  const [plain, , , many, thousand] = sides as [Side, Side, Side, Side, Side];
  const ratio = (of: (side: Side) => readonly number[], side: Side) =>
    rounded(median(of(side)) / median(of(plain)));
  return {
    figures: { ...figures, files: measureFiles(most, first) },
    ratios: {
      directory_p50: ratio(({ latencyMs }) => latencyMs, many),
      directory_cpu: ratio(({ cpuUs }) => cpuUs, many),
      directory_p50_1000_cells: ratio(({ latencyMs }) => latencyMs, thousand),
      directory_cpu_1000_cells: ratio(({ cpuUs }) => cpuUs, thousand),
    },
  };
}

/** What `hark cells map` does with the largest directory, without starting the command. */
function measureFiles(hosts: number, address: string) {
  const { default: defaultCell, cells } = directoryOf(hosts, 1_000, address);
  const lines = Object.entries(cells).flatMap(([name, cell]) => [
    `  ${name}:`,
    `    addresses: [${address}]`,
    '    hosts:',
    ...cell.hosts.map((host) => `      - ${host}`),
  ]);
  const text = `default: ${defaultCell}\ncells:\n${lines.join('\n')}\n`;
  const startedAt = performance.now();
  const rendered = renderNginxFile(readDirectory(text));
  return {
    read_and_render_ms: Math.round(performance.now() - startedAt),
    directory_mib: rounded(text.length / 2 ** 20, 1),
    nginx_file_mib: rounded(rendered.length / 2 ** 20, 1),
  };
}
