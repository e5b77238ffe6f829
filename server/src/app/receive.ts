import { createReceiver, type Receiving } from '../core/workspace-move/index.ts';
import { startReceiverServer } from '../http/receive/receiver-server.ts';
import type { Logger } from '../lib/log.ts';

interface ReceiveOptions {
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
}

/** Starts to listen for a workspace that another installation moves here. */
export const startReceiving = (receiving: Receiving, options: ReceiveOptions) =>
  startReceiverServer(createReceiver(receiving), { ...options, token: receiving.token });
