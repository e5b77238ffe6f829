import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { type LimitName, type Limits, limitNames, readLimits, setLimits } from '../core/limits/index.ts';
import { invalid } from '../lib/errors.ts';
import { example } from './shared/example.ts';
import { operator } from './shared/operator.ts';
import { readWholeNumber } from './shared/whole-number.ts';
import { withOwnerDatabase } from './shared/with-owner-database.ts';

export const limitsCommand = () =>
  new Command('limits')
    .argument('[settings...]', `NAME=NUMBER or NAME=none, where NAME is one of ${limitNames.join(', ')}`)
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark limits rate_limit_per_minute=12000 run_retention_days=90'))
    .action(async (settings: string[], { json = false }: { json?: boolean }) => {
      const wanted = Object.fromEntries(settings.map(readLimit));
      const { limits, lowered } = await withOwnerDatabase(readConfig(), async (context) => {
        if (settings.length === 0) return { limits: await readLimits(context.owner), lowered: [] };
        return setLimits({ ...context, actor: operator('command', 'limits') }, wanted);
      });
      if (json) return console.log(JSON.stringify({ limits, lowered }, null, 2));
      console.log(describe(limits));
      if (lowered.length > 0) console.log(`Lowered settings in: ${lowered.join(', ')}`);
      return undefined;
    });

function readLimit(text: string): [LimitName, number | null] {
  const [given = '', value = ''] = text.split('=');
  const name = limitNames.find((known) => known === given);
  if (!name) throw invalid('bad_option', `Unknown limit "${given}". Use one of ${limitNames.join(', ')}.`);
  if (value === 'none') return [name, null];
  return [name, readWholeNumber(name, value, 1_000_000_000)];
}

const describe = (limits: Limits): string =>
  limitNames.map((name) => `${name}: ${limits[name] ?? 'no limit'}`).join('\n');
