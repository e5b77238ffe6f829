import { Option } from 'commander';
import { userPath } from '../../config.ts';

export const fileOption = () =>
  new Option('--file <file>', 'directory of the cells').default('cells.yaml').argParser(userPath);
