import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach, beforeEach } from 'vitest';

/**
 * Records every address this process tries to connect to during a test. Connections that leave this machine
 * are blocked.
 */
export function watchDialling(): readonly string[] {
  const dialled: string[] = [];
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address: string) => {
      dialled.push(address);
      if (address.startsWith('127.')) return;
      setImmediate(() =>
        socket.destroy(Object.assign(new Error('blocked by the test'), { code: 'ENETUNREACH' })),
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
