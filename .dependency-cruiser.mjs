// The import rules. ARCHITECTURE.md explains the same table in words. Each rule's comment explains how to fix a
// violation. tools/check-structure.test.ts violates every rule once, and fails if a rule has no such example.

const SOURCE = '^(server|web|client)/src/';
const FRONT_DOOR = '^server/src/core/[^/]+/index\\.ts$';
/** The folders in http that all surfaces share. Each imports only those before it. */
const SHARED_FOLDERS = ['base', 'pages', 'request', 'server'];
const SHARED_HTTP = `(${SHARED_FOLDERS.join('|')})`;

/** Returns a pattern that matches these packages and their type packages. */
const packages = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/`;

const SQL_PACKAGES = packages('pg', 'pg-[^/]+', 'postgres', 'kysely');
const WEB_FRAMEWORK = packages('fastify', 'fastify-[^/]+', '@fastify/[^/]+');
const ENGINE_SDK = packages('@restatedev/restate-sdk[^/]*');
const HTTP_CLIENT = packages('undici');
const MAIL_PACKAGE = packages('nodemailer');
const AGENT_PROTOCOL = packages('@modelcontextprotocol/[^/]+');
const COMMAND_LINE_PACKAGES = packages('commander', '@clack/[^/]+');

const folderRules = [
  {
    name: 'lib-imports-nothing-of-ours',
    comment:
      'lib is independent of the product: it uses only Node.js and small packages. Pass in what the function needs, or move it to the feature that owns it.',
    from: { path: '^server/src/lib/' },
    to: { path: '^(server|web|client)/', pathNot: '^server/src/(lib/|config\\.ts$)' },
  },
  {
    name: 'db-imports-only-lib',
    comment:
      'db can import only lib and SQL packages. Move feature code into the *-store.ts of the feature, and pass settings in.',
    from: { path: '^server/src/db/' },
    to: { path: '^server/src/', pathNot: '^server/src/(db/|lib/|config\\.ts$)' },
  },
  {
    name: 'core-imports-only-lib-db-and-core',
    comment:
      "A feature can't import a surface or the engine. Declare a port in the feature, implement it outside, and let app/ pass it in.",
    from: { path: '^server/src/core/' },
    to: { path: '^server/src/', pathNot: '^server/src/(core/|db/|lib/|config\\.ts$)' },
  },
  {
    name: 'features-meet-at-the-front-door',
    comment:
      'A feature can import another one only through its index.ts. Export what you need there by name, or consider whether it belongs to your feature.',
    from: { path: '^server/src/core/([^/]+)/' },
    to: { path: '^server/src/core/', pathNot: ['^server/src/core/$1/', FRONT_DOOR] },
  },
  {
    name: 'only-stores-hold-sql',
    comment:
      'Outside db, SQL is allowed only in core/**/*-store.ts. Move the statement into the store of its feature.',
    from: { path: '^server/src/', pathNot: ['^server/src/db/', '^server/src/core/.+-store\\.ts$'] },
    to: { path: '^server/src/db/driver/sql\\.ts$' },
  },
  {
    name: 'driver-is-entered-by-its-interface',
    comment:
      "Outside db, only the driver's statements, transactions and errors can be used. Add what you need to db/database.ts instead.",
    from: { path: '^server/src/', pathNot: '^server/src/db/' },
    to: {
      path: '^server/src/db/driver/',
      pathNot: '/(sql|transaction|coalescing-transaction|database-error|wire-value)\\.ts$',
    },
  },
  {
    name: 'engine-imports-only-core-db-and-lib',
    comment:
      "The engine can't import a surface. It implements the port that core/runs declares and calls features; app/ passes in the rest.",
    from: { path: '^server/src/engine/' },
    to: { path: '^server/src/', pathNot: '^server/src/(engine/|core/|db/|lib/|config\\.ts$)' },
  },
  {
    name: 'http-imports-only-core-and-lib',
    comment:
      'A surface turns HTTP into calls on core and back. Call a use case through the index.ts of its feature instead of db or engine; app/ passes in the rest.',
    from: { path: '^server/src/http/' },
    to: { path: '^server/src/', pathNot: '^server/src/(http/|core/|lib/|config\\.ts$)' },
  },
  {
    name: 'surfaces-know-no-other-surface',
    comment:
      'Move code that two surfaces share to http/base, http/pages or http/request, or, if it is a business rule, to core.',
    from: { path: '^server/src/http/([^/]+)/', pathNot: `^server/src/http/${SHARED_HTTP}/` },
    to: { path: '^server/src/http/[^/]+/', pathNot: `^server/src/http/($1|${SHARED_HTTP})/` },
  },
  {
    name: 'shared-http-knows-no-surface',
    comment:
      'The surfaces share http/base, http/pages, http/request and http/server, so these must not import a surface. app/ passes the surfaces to the server.',
    from: { path: `^server/src/http/${SHARED_HTTP}/` },
    to: { path: '^server/src/http/', pathNot: `^server/src/http/${SHARED_HTTP}/` },
  },
  ...SHARED_FOLDERS.slice(0, -1).map((folder, position) => ({
    name: `http-${folder}-imports-no-folder-above`,
    comment:
      'Among the shared folders in http, base is the lowest, then pages, request and server. Move what both need to the lower one.',
    from: { path: `^server/src/http/${folder}/` },
    to: { path: `^server/src/http/(${SHARED_FOLDERS.slice(position + 1).join('|')})/` },
  })),
  {
    name: 'cli-imports-only-app-config-core-and-lib',
    comment:
      'A command reads its arguments and calls app/ or a use case in core. Add what the command needs to app/.',
    from: { path: '^server/src/cli/' },
    to: { path: '^server/src/', pathNot: '^server/src/(cli/|core/|lib/|app/|config\\.ts$)' },
  },
  {
    name: 'core-is-entered-by-the-front-door',
    comment:
      'Outside core, a feature can be imported only through its index.ts. Export the use case there by name.',
    from: { path: '^server/src/', pathNot: '^server/src/core/' },
    to: { path: '^server/src/core/', pathNot: FRONT_DOOR },
  },
  {
    name: 'config-is-read-at-the-edge',
    comment: 'Only app/ and cli can import the configuration. Take the value that you need as an argument.',
    from: { path: '^server/src/', pathNot: '^server/src/(cli/|app/|config\\.ts$)' },
    to: { path: '^server/src/config\\.ts$' },
  },
  {
    name: 'config-has-one-door',
    comment: 'The files in config/ are internal. Import config.ts.',
    from: { path: '^server/src/', pathNot: '^server/src/config(/|\\.ts$)' },
    to: { path: '^server/src/config/' },
  },
  {
    name: 'web-never-imports-the-server',
    comment: "The console uses the server only over HTTP. Use the types generated from the server's schemas.",
    from: { path: '^web/' },
    to: { path: '^server/' },
  },
  {
    name: 'client-imports-only-itself',
    comment:
      'The client also runs in browsers and workers, so it can import no packages, nothing of Node.js, and none of our code except the types in api.gen.ts.',
    from: { path: '^client/src/' },
    to: { pathNot: '^client/src/' },
  },
  {
    name: 'source-knows-no-tests-or-tools',
    comment: 'Source code must not import tests, tools or benchmarks. Move what it needs into the source.',
    from: { path: SOURCE },
    to: { path: '^((server|web|client)/test|tools|bench)/|\\.test\\.[a-z]+$' },
  },
];

const packageRules = [
  {
    name: 'sql-packages-only-in-db',
    comment:
      'Only db can import the driver. Use db.read or db.write and the sql tag in a *-store.ts of the feature.',
    from: { path: '^server/src/', pathNot: '^server/src/db/' },
    to: { path: SQL_PACKAGES },
  },
  {
    name: 'web-framework-only-in-http',
    comment:
      'Only http (and app/, which starts it) can import the web framework. Keep requests and replies there.',
    from: { path: '^server/src/', pathNot: '^server/src/(http/|app/)' },
    to: { path: WEB_FRAMEWORK },
  },
  {
    name: 'engine-sdk-only-in-engine',
    comment: "Only engine can import the engine's SDK. Use the port that core/runs declares.",
    from: { path: '^server/src/', pathNot: '^server/src/engine/' },
    to: { path: ENGINE_SDK },
  },
  {
    name: 'agent-protocol-only-in-mcp',
    comment: 'Only http/mcp can import the MCP packages. A tool calls a use case, which contains the logic.',
    from: { path: '^server/src/', pathNot: '^server/src/http/mcp/' },
    to: { path: AGENT_PROTOCOL },
  },
  {
    name: 'command-line-packages-only-in-cli',
    comment: 'Only cli reads arguments. Pass the values as plain data.',
    from: { path: '^server/src/', pathNot: '^server/src/cli/' },
    to: { path: COMMAND_LINE_PACKAGES },
  },
  {
    name: 'http-client-only-in-egress',
    comment: 'Outbound calls go through the egress guard, lib/egress (docs/design/egress.md).',
    from: { path: '^server/src/', pathNot: '^server/src/lib/egress/' },
    to: { path: HTTP_CLIENT },
  },
  {
    name: 'sockets-only-where-listed',
    comment:
      'Outbound calls go through lib/egress. Files that listen, or that talk to the engine, are listed here; add a file only if it never calls a URL that a user or an untrusted caller chose.',
    from: {
      path: '^server/src/',
      pathNot: [
        '^server/src/lib/egress/',
        // Connects to the engine, whose URLs the operator configures.
        '^server/src/engine/restate/engine-http\\.ts$',
        // Forwards requests to the installation that the operator moved their workspace to.
        '^server/src/http/server/forward-moved\\.ts$',
        // Connects to its own server.
        '^server/src/app/demo\\.ts$',
        // These files listen on a port or look for a free one.
        '^server/src/engine/worker\\.ts$',
        '^server/src/http/(server/(connection-limit|drain|early-response|metrics|node-server)|pages/not-found-page|receive/receiver-server)\\.ts$',
        '^server/src/lib/process/free-port\\.ts$',
        // This file only classifies IP addresses.
        '^server/src/core/sessions/visitor-label\\.ts$',
      ],
    },
    to: {
      path: '^(node:)?(http|https|http2|net|tls|dgram|dns)(/|$)',
      dependencyTypes: ['core'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'mail-package-only-in-lib-mail',
    comment: 'Use lib/mail.ts to send email; it enforces the limits.',
    from: { path: '^server/src/', pathNot: '^server/src/lib/mail\\.ts$' },
    to: { path: MAIL_PACKAGE },
  },
  {
    name: 'no-dev-dependencies-in-source',
    comment:
      'Installations have no dev dependencies, so this import would fail there. Move the package to "dependencies", and explain it in docs/design.',
    // The console is bundled at build time, so its packages aren't installed with the server.
    from: { path: SOURCE, pathNot: ['\\.test\\.ts$', '^web/'] },
    to: {
      dependencyTypes: ['npm-dev'],
      dependencyTypesNot: ['type-only'],
      pathNot: '(^|/)node_modules/@types/',
    },
  },
];

const graphRules = [
  {
    name: 'no-circles',
    comment:
      'Files must not import each other in a cycle. Merge them, or move what they share into a third file.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'Nothing imports this file and it imports nothing. Delete it, or use it.',
    from: {
      orphan: true,
      pathNot: ['^server/src/main\\.ts$', '^client/src/index\\.ts$', '^(tools|bench)/', '\\.d\\.ts$'],
    },
    to: {},
  },
  {
    name: 'no-unresolvable-imports',
    comment: "This import can't be resolved. Correct the path (with its .ts extension), or add the package.",
    from: {},
    to: { couldNotResolve: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...folderRules, ...packageRules, ...graphRules].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type imports count: a layer that uses another layer's types depends on it.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
