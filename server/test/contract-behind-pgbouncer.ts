// `npm run test:contract:pgbouncer` runs the unchanged contract suite with PgBouncer between the product and PostgreSQL.
import { spawnSync } from 'node:child_process';
import { startOwnPgBouncer } from './harness/servers/own-pgbouncer.ts';

const server = new URL(process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres');
const lookup = { user: decodeURIComponent(server.username), password: decodeURIComponent(server.password) };
const pooler = await startOwnPgBouncer(server, lookup, {
  // The suite creates databases with new names, so PgBouncer looks up users as the administrator.
  auth_query: 'SELECT usename, passwd FROM pg_shadow WHERE usename = $1',
  default_pool_size: '4',
});
try {
  const { status } = spawnSync('npm', ['run', '--silent', 'test:contract', '--', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_POOLER_URL: pooler.url },
  });
  const transactions = await pooler.transactions();
  console.log(`PgBouncer passed on ${transactions} transactions.`);
  process.exitCode = transactions > 0 ? (status ?? 1) : 1;
} finally {
  await pooler.remove();
}
