import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawHeaders } from '../../core/listeners/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import type { RunId } from '../../lib/ids.ts';
import { originForm } from '../base/request-target.ts';
import { requestIdOf } from '../request/response-headers.ts';
import { hostOf } from '../request/workspace-by-host.ts';
import type { Recorded } from '../server/request-log.ts';
import { targetOf } from './resolve-listener.ts';

/** A request to a listener and its state so far. */
export interface Delivery {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly hashes: NonNullable<ReturnType<typeof targetOf>>['hashes'] | undefined;
  /** Set if the request reads a receipt (spec/listeners §11.3). */
  readonly receiptKey: string | undefined;
  readonly headers: RawHeaders;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The body is read only once, even if the request is checked several times. */
  body: Promise<Buffer> | undefined;
  /** Why the run could not be stored. */
  storeError: Error | undefined;
  workspace: Pick<Workspace, 'id' | 'baseUrl'> | undefined;
  run: RunId | null;
  /** The error code, or the reason for the rejection. */
  refusal: string | null;
  sentBytes: number;
}

export function openDelivery(request: IncomingMessage, response: ServerResponse): Delivery {
  const url = originForm(request.url ?? '');
  const target = targetOf(url);
  return {
    id: requestIdOf(request),
    method: request.method ?? '',
    url,
    host: hostOf(request),
    hashes: target?.hashes,
    receiptKey: target?.receiptKey,
    headers: request.rawHeaders,
    request,
    response,
    body: undefined,
    storeError: undefined,
    workspace: undefined,
    run: null,
    refusal: null,
    sentBytes: 0,
  };
}

/** The URL to log. It omits the hashes, because they are a credential. */
const route = '/listener/:first/:second';
const receiptRoute = `${route}/receipts/:key`;

export const recordedDelivery = ({
  id,
  method,
  hashes,
  receiptKey,
  workspace,
  sentBytes,
  run,
  refusal,
}: Delivery): Recorded => ({
  id,
  method,
  surface: 'listener',
  route: hashes ? (receiptKey === undefined ? route : receiptRoute) : null,
  workspace: workspace?.id ?? null,
  bytes: sentBytes,
  run,
  refusal,
});
