// Measures the cost of looking up a bearer token, with millions of tokens in the table and with a thousand.

import { eventually } from '../server/test/harness/eventually.ts';
import { type RunningHark, startHark } from '../server/test/harness/hark-process.ts';
import { addressOf, asAdministrator } from '../server/test/harness/scratch-database.ts';
import { HttpLane } from './api/http-lane.ts';
import { judge, type Measured, median, percentile, rounded } from './document.ts';
import type { BenchOptions } from './options.ts';
import { environmentOf, insertWorkspaces, withTwoDatabases } from './two-sides.ts';

const workspaces = 100;
const fewTokens = 1_000;
const bars = {
  token_growth: {
    most: 1.3,
    because:
      'a token is looked up by its hash in one index, which is deeper and less cached when it is large',
  },
} as const;

const effortOf = (quick: boolean) => ({
  tokens: quick ? 100_000 : 2_000_000,
  rounds: quick ? 3 : 7,
  requests: quick ? 500 : 3_000,
});
type Effort = ReturnType<typeof effortOf>;

interface Side {
  readonly database: string;
  /** How many of the tokens are access tokens; the others are refresh tokens. */
  readonly accessTokens: number;
  readonly rounds: number[][];
  readonly wrong: string[];
}

/**
 * Creates pairs of an access token and a refresh token, each with a separate grant, spread evenly over the
 * workspaces.
 */
async function prepareSide(database: string, tokens: number): Promise<Side> {
  const pairs = Math.floor(tokens / 2);
  await asAdministrator(async (client) => {
    // The generated rows are consistent, so checking each of them would only take time.
    await client.query('set session_replication_role = replica');
    await client.query(`${insertWorkspaces(workspaces)}
      insert into workspace_settings (workspace_id, rate_limit_per_minute, rate_limit_burst)
        select id, 1000000, 1000000 from workspaces;
      insert into users (workspace_id, name, email, email_key, role_id, password_hash)
        select r.workspace_id, 'User', 'user@example.test', 'user@example.test', r.id, 'none' from roles r;
      insert into oauth_clients (workspace_id, client_id, source, name, scope, redirect_uris, created_at)
        select id, 'app', 'administrator', 'App', 'api', '{https://app.example.test/cb}', now() from workspaces`);
    // Mark the grants as recently used, so no lookup also has to record the use.
    await client.query(`
      insert into oauth_grants (workspace_id, id, client_id, user_id, scope, approved_at, expires_at, last_used_at)
        overriding system value
        select w.id, i, c.id, u.id, 'api', now(), now() + interval '90 days', now() + interval '1 day'
        from generate_series(1, ${pairs}) i
        join workspaces w on w.host = 'w' || (1 + i % ${workspaces}) || '.test'
        join oauth_clients c on c.workspace_id = w.id join users u on u.workspace_id = w.id;
      insert into oauth_tokens (workspace_id, token_hash, kind, grant_id, expires_at)
        select g.workspace_id, sha256(convert_to('hark_' || k.kind || '_' || g.id, 'UTF8')), k.kind, g.id, now() + interval '1 day'
        from oauth_grants g cross join (values ('access'), ('refresh')) k (kind)`);
    await client.query(
      'vacuum analyze oauth_grants, oauth_tokens, users, roles, workspaces, workspace_settings, oauth_clients',
    );
    await client.query('checkpoint');
  }, addressOf(database));
  return { database, accessTokens: pairs, rounds: [], wrong: [] };
}

/** Looks up a token's user. @returns milliseconds */
async function ask(lane: HttpLane, side: Side): Promise<number> {
  const token = 1 + Math.floor(Math.random() * side.accessTokens);
  const host = `w${1 + (token % workspaces)}.test`;
  const text = `GET /api/users/self HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer hark_access_${token}\r\n\r\n`;
  const startedAt = performance.now();
  const answer = (await lane.ask(text)).toString();
  const took = performance.now() - startedAt;
  if (!answer.startsWith('HTTP/1.1 200') || !answer.includes('user@example.test'))
    side.wrong.push(answer.slice(0, 300));
  return took;
}

async function measure(
  sides: readonly Side[],
  { rounds, requests }: Effort,
  progress: BenchOptions['progress'],
) {
  const running: { side: Side; hark: RunningHark; lane: HttpLane }[] = [];
  try {
    for (const side of sides) {
      const hark = await startHark('serve', environmentOf(side.database));
      running.push({ side, hark, lane: new HttpLane(Number(new URL(hark.url).port)) });
      await eventually(async () => (await hark.readiness()).status === 200, 60_000);
    }
    for (let round = 0; round <= rounds; round++) {
      progress(round === 0 ? 'warming up …' : `round ${round} of ${rounds} …`);
      const latencies = running.map((): number[] => []);
      for (let asked = 0; asked < requests; asked++)
        for (const [index, { side, lane }] of running.entries())
          latencies[index]?.push(await ask(lane, side));
      if (round > 0)
        for (const [index, { side }] of running.entries()) side.rounds.push(latencies[index] ?? []);
    }
  } finally {
    for (const { lane, hark } of running) {
      lane.close();
      await hark.remove();
    }
  }
}

const figuresOf = ({ rounds, accessTokens }: Side) => ({
  tokens: accessTokens * 2,
  p50_ms: rounded(median(rounds.map(median)), 3),
  p99_ms: rounded(percentile(rounds.flat(), 0.99), 3),
});

/** Measures the cost of a bearer token with many tokens in the table compared with few, in alternating requests. */
export async function benchOAuth(
  { quick, progress }: BenchOptions,
  effort: Effort = effortOf(quick),
): Promise<Measured> {
  return withTwoDatabases(['few', 'tokens'], async (smallName, largeName) => {
    progress(`creating ${effort.tokens} tokens …`);
    const few = await prepareSide(smallName, fewTokens);
    const many = await prepareSide(largeName, effort.tokens);
    await measure([few, many], effort, progress);
    const middle = ({ rounds }: Side) => median(rounds.map(median));
    const ratios = { token_growth: rounded(middle(many) / middle(few)) };
    return {
      suite: 'oauth',
      data: { ...effort, few_tokens: fewTokens, workspaces },
      figures: { few: figuresOf(few), many: figuresOf(many) },
      ratios,
      ...judge(ratios, bars),
      wrong: [...few.wrong, ...many.wrong].slice(0, 10),
    };
  });
}
