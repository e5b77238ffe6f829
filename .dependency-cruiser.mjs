// Who may import whom. ARCHITECTURE.md has the same table in words.
// Each rule says in its comment what to do about a breach. tools/check-structure.test.ts breaks every one of
// them once: a rule without its planted breach fails there.

const SOURCE = '^(server|web|client)/src/';
const FRONT_DOOR = '^server/src/core/[^/]+/index\\.ts$';
/** The rooms of http that the surfaces share. */
const SHARED_HTTP = '(server|request|pages)';

/** A pattern for the packages with these names, and for their type packages. */
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
      'lib has no knowledge of the product: Node and small packages only. Pass in what the function needs, or move it to the feature that owns it.',
    from: { path: '^server/src/lib/' },
    to: { path: '^(server|web|client)/', pathNot: '^server/src/(lib/|config\\.ts$)' },
  },
  {
    name: 'db-imports-only-lib',
    comment:
      'db knows lib and SQL packages. What belongs to a feature goes into its own *-store.ts; settings are passed in.',
    from: { path: '^server/src/db/' },
    to: { path: '^server/src/', pathNot: '^server/src/(db/|lib/|config\\.ts$)' },
  },
  {
    name: 'core-imports-only-lib-db-and-core',
    comment:
      'A feature knows no surface and no engine. Declare a port in the feature, implement it outside, and let app/ pass it in.',
    from: { path: '^server/src/core/' },
    to: { path: '^server/src/', pathNot: '^server/src/(core/|db/|lib/|config\\.ts$)' },
  },
  {
    name: 'features-meet-at-the-front-door',
    comment:
      'A feature reaches another one only by its index.ts. Export what you need there by name, or ask whether it belongs to your feature.',
    from: { path: '^server/src/core/([^/]+)/' },
    to: { path: '^server/src/core/', pathNot: ['^server/src/core/$1/', FRONT_DOOR] },
  },
  {
    name: 'only-stores-hold-sql',
    comment:
      'Outside db, SQL lives in core/**/*-store.ts and nowhere else. Move the statement into the store of its feature.',
    from: { path: '^server/src/', pathNot: ['^server/src/db/', '^server/src/core/.+-store\\.ts$'] },
    to: { path: '^server/src/db/driver/sql\\.ts$' },
  },
  {
    name: 'driver-is-entered-by-its-interface',
    comment:
      'Outside db, the driver is known by its statements, transactions and errors. Offer what you need in db/database.ts instead.',
    from: { path: '^server/src/', pathNot: '^server/src/db/' },
    to: {
      path: '^server/src/db/driver/',
      pathNot: '/(sql|transaction|coalescing-transaction|database-error|wire-value)\\.ts$',
    },
  },
  {
    name: 'engine-imports-only-core-db-and-lib',
    comment:
      'The engine knows no surface. It implements the port of core/runs and calls features; app/ passes in the rest.',
    from: { path: '^server/src/engine/' },
    to: { path: '^server/src/', pathNot: '^server/src/(engine/|core/|db/|lib/|config\\.ts$)' },
  },
  {
    name: 'http-imports-only-core-and-lib',
    comment:
      'A surface turns HTTP into calls on core and back. Call a use case by its front door instead of db or engine; app/ passes in the rest.',
    from: { path: '^server/src/http/' },
    to: { path: '^server/src/', pathNot: '^server/src/(http/|core/|lib/|config\\.ts$)' },
  },
  {
    name: 'surfaces-know-no-other-surface',
    comment:
      'Move what two surfaces share to http/request or http/pages, or, when it is a rule of the product, to core.',
    from: { path: '^server/src/http/([^/]+)/', pathNot: `^server/src/http/${SHARED_HTTP}/` },
    to: { path: '^server/src/http/[^/]+/', pathNot: `^server/src/http/($1|${SHARED_HTTP})/` },
  },
  {
    name: 'shared-http-knows-no-surface',
    comment:
      'http/server, http/request and http/pages are what the surfaces share. app/ wires the surfaces into the server; pass them in.',
    from: { path: `^server/src/http/${SHARED_HTTP}/` },
    to: { path: '^server/src/http/', pathNot: `^server/src/http/${SHARED_HTTP}/` },
  },
  {
    name: 'cli-imports-only-app-config-core-and-lib',
    comment:
      'A command reads its arguments and calls app/ or a use case of core. Let app/ offer what the command needs.',
    from: { path: '^server/src/cli/' },
    to: { path: '^server/src/', pathNot: '^server/src/(cli/|core/|lib/|app/|config\\.ts$)' },
  },
  {
    name: 'core-is-entered-by-the-front-door',
    comment:
      'Outside core, a feature is reached only by its index.ts. Export the use case there by name and import it from there.',
    from: { path: '^server/src/', pathNot: '^server/src/core/' },
    to: { path: '^server/src/core/', pathNot: FRONT_DOOR },
  },
  {
    name: 'config-is-read-at-the-edge',
    comment: 'Only app/ and cli see the configuration. Take the single value that you need as an argument.',
    from: { path: '^server/src/', pathNot: '^server/src/(cli/|app/|config\\.ts$)' },
    to: { path: '^server/src/config\\.ts$' },
  },
  {
    name: 'config-has-one-door',
    comment: 'The rooms of the configuration are its own. Import config.ts.',
    from: { path: '^server/src/', pathNot: '^server/src/config(/|\\.ts$)' },
    to: { path: '^server/src/config/' },
  },
  {
    name: 'web-never-imports-the-server',
    comment: 'The console knows the server only by HTTP. Use types generated from the OpenAPI document.',
    from: { path: '^web/' },
    to: { path: '^server/' },
  },
  {
    name: 'client-imports-only-itself',
    comment:
      'The client runs in browsers and workers too, without anything beside it: no package, nothing of Node, nothing of ours but the types in api.gen.ts.',
    from: { path: '^client/src/' },
    to: { pathNot: '^client/src/' },
  },
  {
    name: 'source-knows-no-tests-or-tools',
    comment:
      'Tests, tools and benches use the source, never the reverse. Move what the source needs into it.',
    from: { path: SOURCE },
    to: { path: '^((server|web|client)/test|tools|bench)/|\\.test\\.[a-z]+$' },
  },
];

const packageRules = [
  {
    name: 'sql-packages-only-in-db',
    comment:
      'Only db talks to the driver. Use db.read or db.write and the sql tag in a *-store.ts of the feature.',
    from: { path: '^server/src/', pathNot: '^server/src/db/' },
    to: { path: SQL_PACKAGES },
  },
  {
    name: 'web-framework-only-in-http',
    comment:
      'Only http (and app/, which starts it) knows the web framework. Keep requests and replies there.',
    from: { path: '^server/src/', pathNot: '^server/src/(http/|app/)' },
    to: { path: WEB_FRAMEWORK },
  },
  {
    name: 'engine-sdk-only-in-engine',
    comment: "Only engine knows the engine's SDK. Use the port that core/runs declares.",
    from: { path: '^server/src/', pathNot: '^server/src/engine/' },
    to: { path: ENGINE_SDK },
  },
  {
    name: 'agent-protocol-only-in-mcp',
    comment:
      "Only http/mcp knows the agents' protocol. A tool calls a use case; what it means belongs there.",
    from: { path: '^server/src/', pathNot: '^server/src/http/mcp/' },
    to: { path: AGENT_PROTOCOL },
  },
  {
    name: 'command-line-packages-only-in-cli',
    comment: 'Only cli reads arguments. Pass the values on as plain data.',
    from: { path: '^server/src/', pathNot: '^server/src/cli/' },
    to: { path: COMMAND_LINE_PACKAGES },
  },
  {
    name: 'http-client-only-in-egress',
    comment: 'Outside calls go through the egress guard, lib/egress (docs/design/egress.md).',
    from: { path: '^server/src/', pathNot: '^server/src/lib/egress/' },
    to: { path: HTTP_CLIENT },
  },
  {
    name: 'sockets-only-where-listed',
    comment:
      'Calls to the outside go through lib/egress. What serves, or talks to the engine, is listed here; add to the list only what calls no address that a user or a stranger chose.',
    from: {
      path: '^server/src/',
      pathNot: [
        '^server/src/lib/egress/',
        // Talks to the engine, whose addresses the operator gives.
        '^server/src/engine/restate/engine-http\\.ts$',
        // Talks to the server that it is a part of.
        '^server/src/app/demo\\.ts$',
        // Serve, or look for a free port.
        '^server/src/engine/worker\\.ts$',
        '^server/src/http/(server/(connection-limit|drain|early-response|metrics|node-server)|pages/not-found-page)\\.ts$',
        '^server/src/lib/process/free-port\\.ts$',
        // Only asks what kind of address a text is.
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
    comment: 'Mail is sent by lib/mail.ts, which knows the limits. Call it instead.',
    from: { path: '^server/src/', pathNot: '^server/src/lib/mail\\.ts$' },
    to: { path: MAIL_PACKAGE },
  },
  {
    name: 'no-dev-dependencies-in-source',
    comment:
      'An installation has no dev dependencies, so this import would fail there. Move the package to "dependencies", with a decision record.',
    // The console is bundled when it is built: nothing of it is installed with the product.
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
    comment: 'Two files that need each other are one thing or three: merge them, or move what they share.',
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
    comment: 'This import leads nowhere. Correct the path (with its .ts ending), or add the package.',
    from: {},
    to: { couldNotResolve: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...folderRules, ...packageRules, ...graphRules].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type imports count: a layer that knows another one's types knows the other one.
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
