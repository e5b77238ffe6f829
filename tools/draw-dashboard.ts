import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Drawn, drawPage } from './dashboard-page.ts';

// Draws the panels of deploy/monitoring/dashboard.json without Grafana, for the image in docs/monitoring.md.
//   npm run draw:dashboard -- --prometheus http://127.0.0.1:9090 --minutes 10 --out dashboard.html

const { values } = parseArgs({
  options: {
    prometheus: { type: 'string', default: 'http://127.0.0.1:9090' },
    minutes: { type: 'string', default: '10' },
    out: { type: 'string', default: 'dashboard.html' },
  },
});

interface Panel {
  readonly title: string;
  readonly fieldConfig: { readonly defaults: { readonly unit: string } };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Answer {
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>;
      readonly values: readonly (readonly [number, string])[];
    }[];
  };
}

const end = Math.floor(Date.now() / 1000);
const start = end - Number(values.minutes) * 60;
const stepSeconds = Math.max(2, Math.ceil((end - start) / 150));

async function ask(expr: string): Promise<Answer['data']['result']> {
  const query = expr.replaceAll('$__rate_interval', '30s');
  const url = `${values.prometheus}/api/v1/query_range?${new URLSearchParams({ query, start: `${start}`, end: `${end}`, step: `${stepSeconds}` })}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`Prometheus returned ${answer.status} for ${query}`);
  return ((await answer.json()) as Answer).data.result;
}

async function draw({ title, fieldConfig, targets }: Panel): Promise<Drawn> {
  const lines = await Promise.all(
    targets.map(async ({ expr, legendFormat }) =>
      (await ask(expr)).map(({ metric, values: points }) => ({
        name: legendFormat.replace(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ''),
        points: points.map(([at, value]) => [at, Number(value)] as const),
      })),
    ),
  );
  return { title, unit: fieldConfig.defaults.unit, lines: lines.flat() };
}

const file = new URL('../deploy/monitoring/dashboard.json', import.meta.url);
const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: readonly Panel[] };
const drawn: Drawn[] = [];
for (const panel of panels) drawn.push(await draw(panel));
writeFileSync(values.out, drawPage(drawn, start, end));
console.log(
  `${values.out}: ${drawn.length} panels, ${drawn.reduce((sum, { lines }) => sum + lines.length, 0)} lines`,
);
