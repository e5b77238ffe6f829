import { parseDocument } from 'yaml';
import { z } from 'zod';
import { describeIssue, placesOf } from '../../lib/describe-issue.ts';
import { ProvisioningProblem } from '../provisioning/index.ts';

/** A name becomes part of an nginx upstream's name. */
const namePattern = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
/** A host has a dot, because nginx has keywords such as `default` where it expects a host. */
const hostPattern = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})+$`);
const machinePattern = new RegExp(`^(?:(?=.{1,253}$)${label}(?:\\.${label})*|\\[[0-9a-f:.]+\\])$`);

/** Rules for what the directory names (spec/cells §1.2). They admit nothing with a meaning to nginx (spec/cells §2.2). */
export const nameSchema = z
  .string()
  .regex(namePattern, 'must have 1 to 32 lower-case letters, digits and hyphens, such as eu2');
export const hostSchema = z
  .string()
  .regex(hostPattern, 'must be a lower-case host name without scheme and port, such as acme.example.com');
export const addressSchema = z
  .string()
  .refine(isAddress, 'must be http with a host and an optional port, such as http://10.0.0.1:8080');

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === 'http:' && machinePattern.test(url.hostname) && url.origin === text.replace(/:80$/, '')
  );
}

const directorySchema = z
  .strictObject({
    default: nameSchema,
    cells: z.record(
      nameSchema,
      z.strictObject({ addresses: z.array(addressSchema).min(1), hosts: z.array(hostSchema).default([]) }),
    ),
  })
  .superRefine(({ default: name, cells }, { addIssue }) => {
    if (!Object.hasOwn(cells, name))
      addIssue({ code: 'custom', path: ['default'], message: `there is no cell ${name}` });
    const cellOf = new Map<string, string>();
    for (const [cell, { hosts }] of Object.entries(cells)) {
      for (const [index, host] of hosts.entries()) {
        const other = cellOf.get(host);
        cellOf.set(host, cell);
        if (other === undefined) continue;
        const path = ['cells', cell, 'hosts', index];
        addIssue({ code: 'custom', path, message: `${host} already appears in the cell ${other}` });
      }
    }
  });

/** Which cell serves which host (spec/cells §1.3). Hosts that no cell lists belong to the default cell. */
export type CellDirectory = z.infer<typeof directorySchema>;

/** Reads the directory file (spec/cells §1.1). @throws ProvisioningProblem with every error in it */
export const readDirectory = (text: string): CellDirectory => checkDirectory(parseText(text));

type DirectoryDocument = ReturnType<typeof parseText>;

/** Parses the file without checking what it says. A document keeps comments when it is written again. */
export function parseText(text: string) {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (!error) return document;
  throw new ProvisioningProblem([{ path: [], message: `isn't valid YAML: ${error.message}` }]);
}

export function checkDirectory(document: DirectoryDocument): CellDirectory {
  const result = directorySchema.safeParse(document.toJS({ maxAliasCount: 0 }), { error: describeIssue });
  if (result.success) return result.data;
  throw new ProvisioningProblem(placesOf(result.error), { text: document.toString() });
}
