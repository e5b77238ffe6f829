import { Command } from 'commander';
import { deleteCommand } from './workspace-delete.ts';
import { exportCommand, importCommand } from './workspace-file.ts';
import { listCommand } from './workspace-list.ts';
import { moveCommand, receiveCommand } from './workspace-move.ts';
import { addressCommand, resumeCommand, suspendCommand } from './workspace-state.ts';

export const workspaceCommand = () =>
  new Command('workspace')
    .addCommand(listCommand())
    .addCommand(suspendCommand())
    .addCommand(resumeCommand())
    .addCommand(addressCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(moveCommand())
    .addCommand(receiveCommand())
    .addCommand(deleteCommand());
