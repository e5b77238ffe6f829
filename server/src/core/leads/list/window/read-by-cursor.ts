import { createHash } from 'node:crypto';
import type { Transaction } from '../../../../db/driver/transaction.ts';
import type { LeadId, WorkspaceId } from '../../../../lib/ids.ts';
import type { Principal } from '../../../access/index.ts';
import type { Context } from '../../../context/index.ts';
import { selectPastTexts } from '../../../history/index.ts';
import type { FieldSet } from '../../../lead-fields/index.ts';
import { afterPrefix, textKey } from '../../record/lead-keys.ts';
import type { StoredPage } from '../lead-list-store.ts';
import { type Order, readOrder } from '../order.ts';
import type { ListParams } from '../read-leads.ts';
import type { Cursor } from './cursor.ts';
import { selectKey } from './cursor-store.ts';
import { countLeads, readWindow } from './read-window.ts';

/** A cursor for a URL. If `key` is only the start of a long sort value, `hash` identifies the whole value. */
export interface UrlCursor extends Cursor {
  readonly hash: string | null;
}

const hashLength = 8;

/** How many bytes of a sort value a cursor in a URL contains, so that it has at most 200 characters. */
const maxKeyBytes = 80;

/**
 * Reads leads by cursor (spec/rest-api §6.5), with their exact total. Unlike in a list read by position, leads without a
 * value come last in both directions.
 */
export async function readLeadsAfter(
  context: Context,
  principal: Principal,
  fields: FieldSet,
  { orderBy, orderByDir, filters, match }: ListParams,
  { after, limit }: { readonly after: UrlCursor | undefined; readonly limit: number },
): Promise<StoredPage & { readonly next: UrlCursor | null }> {
  const order = readOrder(orderBy, orderByDir, fields.byAlias);
  const { id: workspace } = principal.workspace;
  const cursor =
    after && after.hash !== null
      ? await context.db.read(workspace, (transaction) => completeKey(transaction, workspace, order, after))
      : after;
  const params = { orderBy, orderByDir, filters, match, after: cursor, limit };
  const { rows, stop, survey } = await readWindow(context, principal, fields, params);
  const total = survey?.isExact
    ? survey.total
    : await countLeads(context, principal, fields, { filters, match });
  return { total, leads: rows.map(({ stored }) => stored).join(','), next: stop && shorten(stop) };
}

/**
 * Finds the whole sort value that the lead at a cursor had: its present value, or one in its history. If neither has the
 * hash, because the lead was erased or its history has expired, the list continues after all values with the same start.
 */
async function completeKey(
  transaction: Transaction,
  workspace: WorkspaceId,
  { field, isDescending }: Order,
  { key, id, hash }: UrlCursor,
): Promise<Cursor> {
  const present = await selectKey(transaction, workspace, field, id);
  if (present !== undefined && hashOf(present) === hash) return { key: present, id };
  const past = await selectPastTexts(transaction, workspace, id as LeadId, field.alias);
  const whole = past.map(textKey).find((one) => hashOf(one) === hash);
  if (whole !== undefined) return { key: whole, id };
  const start = key ?? '';
  return { key: isDescending ? start : (afterPrefix(start) ?? start), id: 0 };
}

function shorten({ key, id }: Cursor): UrlCursor {
  const start = key === null ? null : cut(key);
  return { key: start, id, hash: key === null || start === key ? null : hashOf(key) };
}

const hashOf = (key: string): string =>
  createHash('sha256').update(key).digest('base64url').slice(0, hashLength);

function cut(key: string): string {
  let length = Math.min(key.length, maxKeyBytes);
  const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));
  while (bytesOf(key.slice(0, length)) > maxKeyBytes) length -= 1;
  return key.slice(0, length).toWellFormed();
}
