import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach, beforeEach } from 'vitest';

/**
 * Every address to which this process tries to connect during a test, whoever does it. Connections to anywhere but this
 * machine are held.
 */
export function watchDialling(): readonly string[] {
  const dialled: string[] = [];
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address: string) => {
      dialled.push(address);
      if (address.startsWith('127.')) return;
      setImmediate(() =>
        socket.destroy(Object.assign(new Error('held by the test'), { code: 'ENETUNREACH' })),
      );
    });
  };
  beforeEach(() => {
    dialled.length = 0;
    subscribe('net.client.socket', watch);
  });
  afterEach(() => {
    unsubscribe('net.client.socket', watch);
  });
  return dialled;
}
