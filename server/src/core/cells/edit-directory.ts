import { isScalar, isSeq } from 'yaml';
import type { z } from 'zod';
import { conflict, invalid, invalidField } from '../../lib/errors.ts';
import { addressSchema, checkDirectory, hostSchema, nameSchema, parseText } from './directory.ts';

interface NewCell {
  readonly name: string;
  /** The origins of its `serve` processes. */
  readonly addresses: readonly string[];
  readonly isDefault: boolean;
}

/**
 * Adds a cell to the text of a directory, and returns the new text. The first cell is the default.
 * @param text undefined if there is no file yet
 */
export function addCell(text: string | undefined, { name, addresses, isDefault }: NewCell): string {
  requireValid(nameSchema, 'name', name);
  for (const address of addresses) requireValid(addressSchema, 'address', address);
  const document = parseText(text ?? '');
  if (document.hasIn(['cells', name]))
    throw conflict('cell_exists', `There is already a cell ${name}. To change it, edit the file.`);
  if (isDefault || !document.has('default')) document.setIn(['default'], name);
  document.setIn(['cells', name], document.createNode({ addresses }));
  checkDirectory(document);
  return document.toString();
}

/** Routes a host to a cell in the text of a directory, and returns the new text (spec/cells §1.4). */
export function routeHost(text: string, host: string, cell: string): string {
  requireValid(hostSchema, 'host', host);
  const document = parseText(text);
  const { cells } = checkDirectory(document);
  if (!Object.hasOwn(cells, cell)) {
    throw invalid(
      'unknown_cell',
      `There is no cell ${cell}. The cells are ${Object.keys(cells).join(', ')}.`,
    );
  }
  if (cells[cell]?.hosts.includes(host)) return text;
  for (const name of Object.keys(cells)) {
    const hosts = document.getIn(['cells', name, 'hosts']);
    if (isSeq(hosts)) hosts.items = hosts.items.filter((item) => !isScalar(item) || item.value !== host);
  }
  const path = ['cells', cell, 'hosts'];
  if (isSeq(document.getIn(path))) document.addIn(path, host);
  else document.setIn(path, document.createNode([host]));
  checkDirectory(document);
  return document.toString();
}

/** Checks what the caller adds. Without this, the error would name a line that isn't in the file yet. */
function requireValid(schema: z.ZodType, field: string, value: string): void {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue) throw invalidField('bad_cell', field, issue.message);
}
