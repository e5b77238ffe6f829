import { Command, CommanderError } from 'commander';
import { commit, version } from '../config.ts';
import { HarkError } from '../lib/errors.ts';

/** The exit code for wrong arguments, files or settings; other failures use a different code. */
const exitForBadInput = 2;

/** Modules are loaded on demand, so a command loads only what it needs. */
const commands: Record<string, () => Promise<Command>> = {
  up: async () => (await import('./up.ts')).upCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
  work: async () => (await import('./work.ts')).workCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  apply: async () => (await import('./provisioning/apply.ts')).applyCommand(),
  pull: async () => (await import('./provisioning/pull.ts')).pullCommand(),
  workspace: async () => (await import('./workspace/workspace.ts')).workspaceCommand(),
  cells: async () => (await import('./cells/cells.ts')).cellsCommand(),
  rekey: async () => (await import('./rekey.ts')).rekeyCommand(),
  limits: async () => (await import('./limits.ts')).limitsCommand(),
  user: async () => (await import('./user/user.ts')).userCommand(),
  sso: async () => (await import('./sso.ts')).ssoCommand(),
  'set-up': async () => (await import('./set-up.ts')).setUpCommand(),
  erase: async () => (await import('./erase.ts')).eraseCommand(),
  undo: async () => (await import('./undo.ts')).undoCommand(),
  runs: async () => (await import('./runs/runs.ts')).runsCommand(),
  run: async () => (await import('./runs/run.ts')).runCommand(),
  proposals: async () => (await import('./proposals.ts')).proposalsCommand(),
  workflow: async () => (await import('./workflow/workflow.ts')).workflowCommand(),
  requests: async () => (await import('./requests.ts')).requestsCommand(),
  grants: async () => (await import('./grants.ts')).grantsCommand(),
  agents: async () => (await import('./agents/agents.ts')).agentsCommand(),
  'agent-calls': async () => (await import('./agents/agent-calls.ts')).agentCallsCommand(),
  audit: async () => (await import('./audit.ts')).auditCommand(),
  logs: async () => (await import('./logs.ts')).logsCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
};

export async function runProgram(): Promise<number> {
  const program = new Command('hark')
    .description('Receive webhooks and run durable workflows for CRM workspaces.')
    .version(commit === undefined ? version : `${version} (commit ${commit})`)
    .showHelpAfterError("(run 'hark --help' for a list of commands, or 'hark <command> --help' for details)")
    // Options after a subcommand's name belong to the subcommand.
    .enablePositionalOptions()
    .exitOverride();
  const asked = process.argv[2] ?? '';
  const needed = Object.hasOwn(commands, asked) ? [asked] : Object.keys(commands);
  for (const name of needed) {
    const command = await commands[name]?.();
    if (command) program.addCommand(inherit(command, program));
  }
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
