import type { Transaction } from '../../../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../../../lib/ids.ts';
import type { Principal } from '../../../access/index.ts';
import type { Context } from '../../../context/index.ts';
import type { FieldSet } from '../../../lead-fields/index.ts';
import { afterPrefix } from '../../record/lead-keys.ts';
import type { StoredPage } from '../lead-list-store.ts';
import { type Order, readOrder } from '../order.ts';
import type { ListParams } from '../read-leads.ts';
import type { Cursor } from './cursor.ts';
import { selectKey } from './cursor-store.ts';
import { countLeads, readWindow } from './read-window.ts';

/** A cursor for a URL. If `isCut`, `key` is only the start of a long sort value. */
export interface UrlCursor extends Cursor {
  readonly isCut: boolean;
}

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
  const cursor = after?.isCut
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
 * Finds the whole sort value of the lead at a cursor. If the lead was deleted or has another value by now, the list
 * continues after all values with the same start.
 */
async function completeKey(
  transaction: Transaction,
  workspace: WorkspaceId,
  { field, isDescending }: Order,
  { key, id }: UrlCursor,
): Promise<Cursor> {
  const start = key ?? '';
  const whole = await selectKey(transaction, workspace, field, id);
  if (whole?.startsWith(start)) return { key: whole, id };
  return { key: isDescending ? start : (afterPrefix(start) ?? start), id: 0 };
}

function shorten({ key, id }: Cursor): UrlCursor {
  const start = key === null ? null : cut(key);
  return { key: start, id, isCut: start !== key };
}

function cut(key: string): string {
  let length = Math.min(key.length, maxKeyBytes);
  const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));
  while (bytesOf(key.slice(0, length)) > maxKeyBytes) length -= 1;
  return key.slice(0, length).toWellFormed();
}
