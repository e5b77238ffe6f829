import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../src/lib/process/free-port.ts';
import { startWholeHark, type WholeHark } from '../harness/whole-hark.ts';
import { followBlocks, succeeded } from './follow.ts';
import { guides, type Page } from './pages.ts';
import { createWorkplace } from './workplace.ts';

/** The servers that a recipe needs. */
interface Surroundings {
  /** The URL of the mail server. */
  readonly mail?: string;
  /** Servers on this machine that replace the servers on the page, by the URL on the page. */
  readonly servers?: Readonly<Record<string, string>>;
}

/** A recipe that was followed to its end, and the installation that it ran on. */
interface Followed {
  readonly hark: WholeHark;
  /** Runs more commands, with the variables that the recipe has set. */
  run(commands: string): Promise<void>;
  /** Returns all leads as Ann reads them over the REST API, by email address. */
  leads(): Promise<Record<string, object>>;
  /** Returns the status of each of a workflow's runs, oldest first. */
  statuses(workflow: string): Promise<string[]>;
}

const page = (): Page =>
  guides().find(({ path }) => path === 'docs/recipes.md') ?? expect.fail('docs/recipes.md is missing');

/** Returns the headings of the recipes, in the order of the page. */
export const recipeTitles = (): string[] =>
  [...page().text.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);

/** Returns the page with the blocks of one recipe only. */
function sectionOf(title: string): Page {
  const whole = page();
  const lines = whole.text.split('\n');
  const from = lines.indexOf(`## ${title}`);
  const next = lines.findIndex((line, index) => index > from && line.startsWith('## '));
  const isInside = ({ line }: { line: number }) => line > from && (next < 0 || line <= next);
  const blocks = whole.blocks.filter(isInside).map((block) => ({ ...block, mark: undefined }));
  if (from < 0 || blocks.length === 0) return expect.fail(`docs/recipes.md has no recipe "${title}".`);
  return { ...whole, blocks };
}

/** Follows a recipe to the letter on a separate installation. Only hosts and ports are replaced. */
export async function followRecipe(
  title: string,
  { mail, servers = {} }: Surroundings = {},
): Promise<Followed> {
  const recipe = sectionOf(title);
  const port = await freePort();
  const others = Object.entries(servers);
  const allowed = [`127.0.0.1:${port}`, ...others.map(([, url]) => new URL(url).host)];
  const hark = await startWholeHark(`hark_recipe_${process.pid}_${port}`, {
    PORT: String(port),
    HARK_EGRESS_ALLOW: allowed.join(','),
    ...(mail === undefined ? {} : { SMTP_URL: mail }),
  });
  onTestFinished(() => hark.remove());
  const hosts = others.map(([written]) => [new URL(written).host, '127.0.0.1'] as const);
  const workplace = createWorkplace(hark.url, hark.env, { ...servers, ...Object.fromEntries(hosts) });
  onTestFinished(() => workplace.remove());
  await followBlocks(recipe, workplace);
  const run = async (commands: string) => {
    succeeded(commands, await workplace.run(commands));
  };
  return { hark, run, ...viewsOf(hark) };
}

const key = 'a-key-for-the-test-of-the-recipes';

function viewsOf({ command, url, env }: WholeHark): Pick<Followed, 'leads' | 'statuses'> {
  return {
    async leads() {
      const file = join(env.HARK_DATA_DIR ?? '', 'reader.json');
      const users = [{ email: 'ann@acme.test', api_key: key }];
      writeFileSync(file, JSON.stringify({ workspaces: [{ base_url: url, users }] }));
      const { code, stderr } = await command('apply', '-f', file);
      if (code !== 0) throw new Error(stderr);
      const response = await fetch(`${url}/api/leads?limit=100`, { headers: { apikey: key } });
      const { leads } = (await response.json()) as { leads: { email: string }[] };
      return Object.fromEntries(leads.map((lead) => [lead.email, lead]));
    },
    async statuses(workflow) {
      const { stdout } = await command('runs', '--workspace', url, '--workflow', workflow, '--json');
      const { runs } = JSON.parse(stdout) as { runs: { status: string }[] };
      return runs.map(({ status }) => status).reverse();
    },
  };
}
