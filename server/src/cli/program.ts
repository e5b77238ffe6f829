import { Command, CommanderError } from 'commander';
import { HarkError } from '../lib/errors.ts';
import { ownManifest } from '../lib/own-package.ts';
import { suggest } from '../lib/suggest.ts';

/** The exit code for wrong arguments, files or settings; other failures use a different code. */
const exitForBadInput = 2;

interface ListedCommand {
  readonly description: string;
  readonly load: () => Promise<Command>;
}

/** The commands under their headings in the help. A process loads only the command that it runs. */
const groups: Readonly<Record<string, Readonly<Record<string, ListedCommand>>>> = {
  'Run Hark': {
    up: {
      description: 'Run everything on this machine: database setup, engine, HTTP server and worker.',
      load: async () => (await import('./up.ts')).upCommand(),
    },
    serve: {
      description:
        'Run the HTTP server. You can run any number of these processes; they share state through PostgreSQL.',
      load: async () => (await import('./serve.ts')).serveCommand(),
    },
    work: {
      description:
        'Run workers that execute workflow runs. Requires RESTATE_ADMIN_URL and RESTATE_INGRESS_URL.',
      load: async () => (await import('./work.ts')).workCommand(),
    },
    migrate: {
      description:
        'Update the database (roles, schema, row-level security) to this version. Safe to repeat or to run concurrently.',
      load: async () => (await import('./migrate.ts')).migrateCommand(),
    },
    'set-up': {
      description: 'Print a one-time link to the setup page, if there is no administrator yet.',
      load: async () => (await import('./set-up.ts')).setUpCommand(),
    },
    doctor: {
      description:
        'Check the installation (Node.js, database, roles, key, clock, email, Redis, engine, traces, URLs) and suggest fixes.',
      load: async () => (await import('./doctor.ts')).doctorCommand(),
    },
    logs: {
      description: 'Show JSON log lines in a readable format.',
      load: async () => (await import('./logs.ts')).logsCommand(),
    },
    demo: {
      description:
        'Create a workspace with sample data in a running installation. Safe to repeat; resumes if interrupted.',
      load: async () => (await import('./demo.ts')).demoCommand(),
    },
  },
  'Configure workspaces': {
    apply: {
      description: 'Create or update workspaces from a file. Applying the same file again changes nothing.',
      load: async () => (await import('./provisioning/apply.ts')).applyCommand(),
    },
    pull: {
      description: 'Print a workspace as a file for apply, without leads and secret values.',
      load: async () => (await import('./provisioning/pull.ts')).pullCommand(),
    },
    workflow: {
      description: 'List, start or test workflows, or try a draft on past requests.',
      load: async () => (await import('./workflow/workflow.ts')).workflowCommand(),
    },
    user: {
      description: 'List and invite users, reset passwords and second factors, and list or end sessions.',
      load: async () => (await import('./user/user.ts')).userCommand(),
    },
    sso: {
      description: 'List single sign-on of all workspaces, or stop requiring it.',
      load: async () => (await import('./sso.ts')).ssoCommand(),
    },
  },
  'Runs and requests': {
    runs: {
      description: 'List runs, newest first, with status and error.',
      load: async () => (await import('./runs/runs.ts')).runsCommand(),
    },
    run: {
      description: 'Show, cancel or retry a run.',
      load: async () => (await import('./runs/run.ts')).runCommand(),
    },
    requests: {
      description:
        "Diagnose listeners: show the latest requests that they rejected, with when, why and from where. They aren't activity.",
      load: async () => (await import('./requests.ts')).requestsCommand(),
    },
  },
  'Apps and agents': {
    grants: {
      description: 'List the apps that users have authorized, and revoke their access.',
      load: async () => (await import('./grants.ts')).grantsCommand(),
    },
    agents: {
      description: 'List and check connections of AI agents.',
      load: async () => (await import('./agents/agents.ts')).agentsCommand(),
    },
    'agent-calls': {
      description: 'List tool calls by AI agents: time, user, client, tool and outcome.',
      load: async () => (await import('./agents/agent-calls.ts')).agentCallsCommand(),
    },
    proposals: {
      description:
        'List, approve or reject changes of leads that agents propose. Needs HARK_URL and HARK_TOKEN.',
      load: async () => (await import('./proposals.ts')).proposalsCommand(),
    },
  },
  'Changes and personal data': {
    audit: {
      description: 'Show the audit log: who changed a user, role or setting, when, how and from where.',
      load: async () => (await import('./audit.ts')).auditCommand(),
    },
    undo: {
      description:
        'Undo everything that a person, an app, an agent, a run or a job changed. Later changes by others stay.',
      load: async () => (await import('./undo.ts')).undoCommand(),
    },
    erase: {
      description:
        'Permanently erase a person: leads (including deleted ones), their history, stored responses and runs.',
      load: async () => (await import('./erase.ts')).eraseCommand(),
    },
  },
  'Manage the installation': {
    workspace: {
      description: 'List, suspend, resume, move, export, import and delete workspaces.',
      load: async () => (await import('./workspace/workspace.ts')).workspaceCommand(),
    },
    cells: {
      description: 'Spread workspaces over several installations (cells), by host.',
      load: async () => (await import('./cells/cells.ts')).cellsCommand(),
    },
    limits: {
      description:
        'Show or set the maximum values for workspace settings. Settings above a new maximum are lowered to it immediately.',
      load: async () => (await import('./limits.ts')).limitsCommand(),
    },
    rekey: {
      description:
        'Rotate the installation key: re-encrypt everything from SECRET_KEY_PREVIOUS to SECRET_KEY. First restart every process with both keys.',
      load: async () => (await import('./rekey.ts')).rekeyCommand(),
    },
  },
};

export async function runProgram(): Promise<number> {
  const { version, gitHead: commit } = ownManifest;
  const program = new Command('hark')
    .description('Receive webhooks and run durable workflows for CRM workspaces.')
    .version(commit === undefined ? version : `${version} (commit ${commit})`)
    .showHelpAfterError("(run 'hark --help' for a list of commands, or 'hark <command> --help' for details)")
    // Options after a subcommand's name belong to the subcommand.
    .enablePositionalOptions()
    .commandsGroup('Help:')
    .exitOverride();
  const names = Object.values(groups).flatMap((commands) => Object.keys(commands));
  const needed = process.argv.slice(2).find((word) => names.includes(word));
  for (const [group, commands] of Object.entries(groups)) {
    for (const [name, { description, load }] of Object.entries(commands)) {
      const command = name === needed ? await load() : new Command(name);
      program.addCommand(inherit(command.description(description).helpGroup(`${group}:`), program));
    }
  }
  program.on('command:*', ([name = '']: string[]) => {
    const guess = suggest(name, names);
    const hint = guess === undefined ? '' : `\n(Did you mean ${guess}?)`;
    program.error(`error: unknown command '${name}'${hint}`, { code: 'commander.unknownCommand' });
  });
  try {
    await program.parseAsync();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitForBadInput;
    if (!(error instanceof HarkError)) throw error;
    console.error(`hark: ${error.message}`);
    return error.kind === 'invalid' ? exitForBadInput : 1;
  }
}

/** Makes subcommands that were created separately show errors and help the same way as their parent. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const inner of command.commands) inherit(inner as Command, command);
  return command;
}
