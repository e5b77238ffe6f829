// Compares the speed of templates with twing (Twig in JavaScript) and liquidjs. Each engine compiles a template
// once and renders it often. The CPU time of one process is measured, in interleaved rounds. Before that, all
// engines' results are compared.
import { Liquid } from 'liquidjs';
import { createSynchronousArrayLoader, createSynchronousEnvironment } from 'twing';
import { compileTemplate } from '../server/src/core/templating/index.ts';
import { type Measured, median, rounded } from './document.ts';
import type { BenchOptions } from './options.ts';

interface Task {
  readonly name: string;
  /** The same template in Twig and Liquid syntax. */
  readonly twig: string;
  readonly liquid: string;
}

const items = Array.from({ length: 20 }, (_, index) => ({
  name: `Item ${index}`,
  price: index * 3.5,
  on: index % 3 === 0,
}));
const variables = { __data: { customer: { name: 'Ann' }, items } };
const filling = 'Thank you for your order, it is on its way. '.repeat(42);

const tasks: readonly Task[] = [
  { name: 'literal', twig: 'Thank you.', liquid: 'Thank you.' },
  {
    name: 'variable',
    twig: 'Hello {{ __data.customer.name }}',
    liquid: 'Hello {{ __data.customer.name }}',
  },
  {
    name: 'loop',
    twig: `${filling}{% for item in __data.items %}{% if item.on %}* {{ item.name|upper }}: {{ item.price }} EUR
{% else %}- {{ item.name }} ({{ loop.index }})
{% endif %}{% endfor %}`,
    liquid: `${filling}{% for item in __data.items %}{% if item.on %}* {{ item.name | upcase }}: {{ item.price }} EUR
{% else %}- {{ item.name }} ({{ forloop.index }})
{% endif %}{% endfor %}`,
  },
];

/** Converts plain objects to maps, because twing iterates over maps faster. */
const mapsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(mapsOf);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, mapsOf(item)]));
};
const maps = new Map([['__data', mapsOf(variables.__data)]]);

type Render = () => string;
type Engine = 'hark' | 'twing' | 'liquidjs';

function enginesOf(task: Task): Record<Engine, Render> {
  const compiled = compileTemplate(task.twig, { profile: 'step' });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const scope = { variables, nowMs: Date.now(), zone: 'UTC', clockMs: () => performance.now() };
  const environment = createSynchronousEnvironment(createSynchronousArrayLoader({ task: task.twig }));
  const twig = environment.loadTemplate('task');
  const liquid = new Liquid();
  const parsed = liquid.parse(task.liquid);
  return {
    hark: () => {
      const outcome = compiled.template.render(scope);
      return outcome.ok ? String(outcome.value) : '';
    },
    twing: () => twig.render(environment, maps),
    liquidjs: () => liquid.renderSync(parsed, variables),
  };
}

/** Renders for about this many milliseconds of CPU time. @returns renders per second */
function rateOf(render: Render, forMs: number): number {
  let renders = 0;
  let batch = 1;
  const startedAt = process.cpuUsage();
  for (;;) {
    for (let left = batch; left > 0; left--) render();
    renders += batch;
    const { user, system } = process.cpuUsage(startedAt);
    const spentMs = (user + system) / 1000;
    if (spentMs >= forMs) return (renders / spentMs) * 1000;
    // Reading the clock costs as much as rendering a literal, so the batch grows until that no longer matters.
    if (spentMs < forMs / 20) batch *= 2;
  }
}

function measure(task: Task, rounds: number, forMs: number): Record<Engine, number> {
  const engines = enginesOf(task);
  const texts = new Set(Object.values(engines).map((render) => render()));
  if (texts.size !== 1)
    throw new Error(`The engines disagree about the ${task.name}: ${[...texts].join('\n---\n')}`);
  const rates: Record<Engine, number[]> = { hark: [], twing: [], liquidjs: [] };
  const order: Engine[] = ['hark', 'twing', 'liquidjs'];
  for (const engine of order) rateOf(engines[engine], forMs);
  for (let round = 0; round < rounds; round++) {
    for (const engine of order) rates[engine].push(rateOf(engines[engine], forMs));
  }
  return { hark: median(rates.hark), twing: median(rates.twing), liquidjs: median(rates.liquidjs) };
}

/**
 * Compares the renders per second with twing and liquidjs, for one variable and for a loop over 20 items in 2
 * KB.
 */
export async function benchTemplates({ quick, progress }: BenchOptions): Promise<Measured> {
  const rounds = quick ? 3 : 7;
  const forMs = quick ? 200 : 1000;
  const figures: Record<string, Record<Engine, number>> = {};
  const ratios: Record<string, number> = {};
  for (const task of tasks) {
    const rates = measure(task, rounds, forMs);
    progress(
      `${task.name}: ${Object.entries(rates)
        .map(([engine, rate]) => `${engine} ${Math.round(rate)}/s`)
        .join(', ')}`,
    );
    figures[task.name] = {
      hark: Math.round(rates.hark),
      twing: Math.round(rates.twing),
      liquidjs: Math.round(rates.liquidjs),
    };
    ratios[`${task.name}_vs_twing`] = rounded(rates.hark / rates.twing, 1);
    ratios[`${task.name}_vs_liquidjs`] = rounded(rates.hark / rates.liquidjs, 1);
  }
  return {
    suite: 'templates',
    data: {
      items: items.length,
      loop_characters: tasks.find(({ name }) => name === 'loop')?.twig.length,
      rounds,
      ms: forMs,
    },
    figures,
    ratios,
    limits:
      'Renders per second of CPU time. A template is compiled once, so the time to walk its parts limits the weakest ratio.',
  };
}
