import { Command } from 'commander';
import { addCell, readDirectory } from '../../core/cells/index.ts';
import { changeFile } from '../../lib/change-file.ts';
import { example } from '../shared/example.ts';
import { fileOption } from './file-option.ts';

interface AddOptions {
  readonly file: string;
  readonly address: readonly string[];
  readonly default?: boolean;
}

export const addCommand = () =>
  new Command('add')
    .description('Add a cell. The first cell is the default: it gets all hosts that no cell lists.')
    .argument('<name>', 'name of the cell, such as eu2')
    .requiredOption('--address <url...>', 'URL of each `serve` of the cell, such as http://10.0.0.1:8080')
    .option('--default', 'make this cell the default')
    .addOption(fileOption())
    .addHelpText('after', example('hark cells add eu2 --address http://10.0.1.1:8080 http://10.0.1.2:8080'))
    .action(async (name: string, { file, address, default: isDefault = false }: AddOptions) => {
      let added = '';
      const before = await changeFile(file, (text) => {
        added = addCell(text, { name, addresses: address, isDefault });
        return added;
      });
      console.log(`Added ${name} to ${file}.`);
      const [old, current] = [before && readDirectory(before).default, readDirectory(added).default];
      if (old && old !== current)
        console.log(`Hosts that no cell lists now belong to ${current} instead of ${old}.`);
    });
