import { Command } from 'commander';
import { shadowCommand } from './shadow.ts';
import { startCommand } from './start.ts';
import { testCommand } from './test.ts';
import { listCommand } from './workflow-list.ts';

export const workflowCommand = () =>
  new Command('workflow')
    .addCommand(listCommand())
    .addCommand(startCommand())
    .addCommand(testCommand())
    .addCommand(shadowCommand());
