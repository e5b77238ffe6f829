/** A small source tree with our layout that follows all rules, given as files with their imports. */
export const KEEPS_THE_RULES: Record<string, string[]> = {
  'server/src/main.ts': ['./cli/up.ts'],
  'server/src/app/serve.ts': [
    '../config.ts',
    '../db/database.ts',
    '../engine/dispatch.ts',
    '../http/server/server.ts',
    '../http/api/routes.ts',
    '../http/listener/routes.ts',
    '../core/leads/index.ts',
    'fastify',
  ],
  'server/src/config.ts': ['./config/rules.ts', './lib/errors.ts'],
  'server/src/config/rules.ts': ['../lib/errors.ts'],
  'server/src/cli/up.ts': [
    '../app/serve.ts',
    '../config.ts',
    '../core/leads/index.ts',
    '../lib/errors.ts',
    'commander',
  ],
  'server/src/http/server/server.ts': ['../../lib/errors.ts', '../request/errors.ts', 'fastify'],
  'server/src/http/request/errors.ts': ['../../lib/errors.ts', '../pages/html.ts'],
  'server/src/http/pages/html.ts': ['../base/body.ts'],
  'server/src/http/base/body.ts': [],
  'server/src/http/api/routes.ts': [
    '../request/errors.ts',
    '../../core/leads/index.ts',
    './leads/list-leads.ts',
  ],
  'server/src/http/api/leads/list-leads.ts': ['fastify', '../../../core/leads/index.ts'],
  'server/src/http/listener/routes.ts': [
    '../request/errors.ts',
    '../../lib/errors.ts',
    '../../core/history/index.ts',
  ],
  'server/src/core/leads/index.ts': ['./list-leads.ts'],
  'server/src/core/leads/list-leads.ts': ['./lead-store.ts', '../../db/database.ts', '../history/index.ts'],
  'server/src/core/leads/lead-store.ts': ['../../db/driver/sql.ts', '../../lib/errors.ts'],
  'server/src/core/history/index.ts': ['./record-change.ts'],
  'server/src/core/history/record-change.ts': ['../../lib/errors.ts'],
  'server/src/engine/dispatch.ts': [
    '../core/leads/index.ts',
    '../db/database.ts',
    '../lib/errors.ts',
    '@restatedev/restate-sdk',
  ],
  'server/src/db/driver/pool.ts': ['../../lib/errors.ts', 'pg'],
  'server/src/db/database.ts': ['./driver/pool.ts', './driver/sql.ts'],
  'server/src/db/driver/sql.ts': ['pg'],
  'server/src/lib/clock.ts': ['./errors.ts', 'node:timers'],
  'server/src/lib/egress/exchange.ts': ['undici', 'node:net', '../errors.ts'],
  'server/src/lib/mail.ts': ['nodemailer'],
  'server/src/lib/errors.ts': [],
  'web/src/main.ts': ['./page.ts'],
  'web/src/page.ts': [],
  'client/src/index.ts': [],
  'tools/check-things.ts': ['../server/src/config.ts', 'vitest'],
  'bench/main.ts': ['../server/src/core/leads/list-leads.ts', 'pg'],
};

/** The packages in the example tree's node_modules. */
export const RUNTIME_PACKAGES = [
  'pg',
  'fastify',
  '@restatedev/restate-sdk',
  '@modelcontextprotocol/server',
  'commander',
  'undici',
  'nodemailer',
];
export const DEVELOPMENT_PACKAGES = ['vitest', '@types/pg'];

/** For each import rule, single imports that violate only this rule, as [file, imports]. */
export const BREACHES: Record<string, [file: string, imports: string][]> = {
  'lib-imports-nothing-of-ours': [
    ['server/src/lib/clock.ts', '../db/database.ts'],
    ['server/src/lib/clock.ts', '../core/leads/index.ts'],
    ['server/src/lib/clock.ts', '../../../client/src/index.ts'],
  ],
  'db-imports-only-lib': [
    ['server/src/db/driver/pool.ts', '../../core/history/index.ts'],
    ['server/src/db/driver/pool.ts', '../../http/server/server.ts'],
    ['server/src/db/new-file.ts', '../engine/dispatch.ts'],
  ],
  'core-imports-only-lib-db-and-core': [
    ['server/src/core/leads/list-leads.ts', '../../http/server/server.ts'],
    ['server/src/core/leads/new-file.ts', '../../engine/dispatch.ts'],
    ['server/src/core/leads/new-file.ts', '../../app/serve.ts'],
  ],
  'features-meet-at-the-front-door': [['server/src/core/leads/list-leads.ts', '../history/record-change.ts']],
  'http-client-only-in-egress': [
    ['server/src/core/leads/list-leads.ts', 'undici'],
    ['server/src/engine/dispatch.ts', 'undici'],
    ['server/src/lib/clock.ts', 'undici'],
  ],
  'sockets-only-where-listed': [
    ['server/src/core/leads/list-leads.ts', 'node:net'],
    ['server/src/engine/dispatch.ts', 'node:https'],
    ['server/src/lib/clock.ts', 'node:dns/promises'],
    ['server/src/http/server/server.ts', 'node:tls'],
    ['server/src/cli/up.ts', 'http'],
  ],
  'mail-package-only-in-lib-mail': [['server/src/core/leads/list-leads.ts', 'nodemailer']],
  'only-stores-hold-sql': [
    ['server/src/core/leads/list-leads.ts', '../../db/driver/sql.ts'],
    ['server/src/engine/dispatch.ts', '../db/driver/sql.ts'],
    ['server/src/app/serve.ts', '../db/driver/sql.ts'],
  ],
  'driver-is-entered-by-its-interface': [
    ['server/src/core/leads/list-leads.ts', '../../db/driver/pool.ts'],
    ['server/src/engine/dispatch.ts', '../db/driver/pool.ts'],
    ['server/src/app/serve.ts', '../db/driver/pool.ts'],
  ],
  'engine-imports-only-core-db-and-lib': [
    ['server/src/engine/dispatch.ts', '../http/server/server.ts'],
    ['server/src/engine/new-file.ts', '../http/api/routes.ts'],
  ],
  'http-imports-only-core-and-lib': [
    ['server/src/http/api/routes.ts', '../../db/database.ts'],
    ['server/src/http/listener/routes.ts', '../../engine/dispatch.ts'],
    ['server/src/http/server/server.ts', '../../db/database.ts'],
  ],
  'surfaces-know-no-other-surface': [
    ['server/src/http/api/routes.ts', '../listener/routes.ts'],
    ['server/src/http/listener/routes.ts', '../api/leads/list-leads.ts'],
  ],
  'shared-http-knows-no-surface': [
    ['server/src/http/server/server.ts', '../api/routes.ts'],
    ['server/src/http/request/new-file.ts', '../listener/routes.ts'],
  ],
  'http-base-imports-no-folder-above': [
    ['server/src/http/base/new-file.ts', '../pages/html.ts'],
    ['server/src/http/base/new-file.ts', '../server/server.ts'],
  ],
  'http-pages-imports-no-folder-above': [['server/src/http/pages/new-file.ts', '../request/errors.ts']],
  'http-request-imports-no-folder-above': [['server/src/http/request/new-file.ts', '../server/server.ts']],
  'cli-imports-only-app-config-core-and-lib': [
    ['server/src/cli/up.ts', '../db/database.ts'],
    ['server/src/cli/up.ts', '../engine/dispatch.ts'],
    ['server/src/cli/up.ts', '../http/server/server.ts'],
  ],
  'core-is-entered-by-the-front-door': [
    ['server/src/http/api/leads/list-leads.ts', '../../../core/leads/list-leads.ts'],
    ['server/src/engine/dispatch.ts', '../core/leads/lead-store.ts'],
    ['server/src/cli/up.ts', '../core/leads/list-leads.ts'],
    ['server/src/app/serve.ts', '../core/history/record-change.ts'],
  ],
  'config-has-one-door': [['server/src/app/serve.ts', '../config/rules.ts']],
  'config-is-read-at-the-edge': [
    ['server/src/core/leads/list-leads.ts', '../../config.ts'],
    ['server/src/http/server/server.ts', '../../config.ts'],
    ['server/src/engine/dispatch.ts', '../config.ts'],
    ['server/src/db/driver/pool.ts', '../../config.ts'],
    ['server/src/main.ts', './config.ts'],
    ['server/src/lib/new-file.ts', '../config.ts'],
  ],
  'web-never-imports-the-server': [['web/src/main.ts', '../../server/src/lib/errors.ts']],
  'client-imports-only-itself': [
    ['client/src/index.ts', '../../server/src/core/leads/index.ts'],
    ['client/src/index.ts', '../../web/src/page.ts'],
    ['client/src/index.ts', 'node:crypto'],
    ['client/src/index.ts', 'undici'],
  ],
  'source-knows-no-tests-or-tools': [
    ['server/src/app/serve.ts', '../../../tools/check-things.ts'],
    ['web/src/main.ts', '../../bench/main.ts'],
    ['server/src/core/leads/list-leads.ts', '../../../test/builders.ts'],
  ],
  'sql-packages-only-in-db': [
    ['server/src/core/leads/lead-store.ts', 'pg'],
    ['server/src/lib/errors.ts', 'pg'],
    ['server/src/app/serve.ts', 'pg'],
  ],
  'web-framework-only-in-http': [
    ['server/src/core/leads/list-leads.ts', 'fastify'],
    ['server/src/lib/errors.ts', 'fastify'],
    ['server/src/cli/up.ts', 'fastify'],
  ],
  'engine-sdk-only-in-engine': [
    ['server/src/core/leads/list-leads.ts', '@restatedev/restate-sdk'],
    ['server/src/http/server/server.ts', '@restatedev/restate-sdk'],
  ],
  'agent-protocol-only-in-mcp': [
    ['server/src/core/leads/list-leads.ts', '@modelcontextprotocol/server'],
    ['server/src/http/server/server.ts', '@modelcontextprotocol/server'],
  ],
  'command-line-packages-only-in-cli': [
    ['server/src/core/leads/list-leads.ts', 'commander'],
    ['server/src/app/serve.ts', 'commander'],
    ['server/src/main.ts', 'commander'],
  ],
  'no-dev-dependencies-in-source': [['server/src/lib/errors.ts', 'vitest']],
  'no-circles': [['server/src/lib/errors.ts', './clock.ts']],
  'no-orphans': [['server/src/lib/new-file.ts', '']],
  'no-unresolvable-imports': [
    ['server/src/lib/errors.ts', './nowhere.ts'],
    ['server/src/lib/errors.ts', 'no-such-package'],
  ],
};
