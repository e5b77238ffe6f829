import { createReceiver, type Receiving } from '../core/workspace-move/index.ts';
import { startReceiverServer } from '../http/receive/receiver-server.ts';
import type { Secret } from '../lib/crypto/secret.ts';
import type { Logger } from '../lib/log.ts';

interface ReceiveOptions {
  readonly host: string;
  readonly port: number;
  /** The secret that both installations know. */
  readonly token: Secret;
  readonly logger: Logger;
}

/** Starts to listen for a workspace that another installation moves here. */
export const startReceiving = (receiving: Receiving, options: ReceiveOptions) =>
  startReceiverServer(createReceiver(receiving), options);
