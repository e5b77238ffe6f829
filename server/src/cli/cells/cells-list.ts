import { Command } from 'commander';
import { type CellDirectory, readDirectory } from '../../core/cells/index.ts';
import { example } from '../shared/example.ts';
import { readNamedFile } from '../shared/read-input.ts';
import { fileOption } from './file-option.ts';

export const listCommand = () =>
  new Command('list')
    .description('List the cells: name, addresses, and how many hosts are routed to each.')
    .addOption(fileOption())
    .option('--json', 'print JSON, with all hosts')
    .addHelpText('after', example('hark cells list'))
    .action(async ({ file, json = false }: { file: string; json?: boolean }) => {
      const directory = readDirectory(await readNamedFile(file));
      const cells = Object.entries(directory.cells).map(([name, cell]) => ({
        name,
        is_default: name === directory.default,
        ...cell,
      }));
      console.log(json ? JSON.stringify({ cells }, null, 2) : cells.map(describeCell).join('\n'));
    });

function describeCell(cell: CellDirectory['cells'][string] & { name: string; is_default: boolean }): string {
  const hosts = `${cell.hosts.length} ${cell.hosts.length === 1 ? 'host' : 'hosts'}`;
  return `${cell.name}  ${cell.addresses.join(', ')}\n  ${hosts}${cell.is_default ? ', and all hosts that no cell lists' : ''}`;
}
