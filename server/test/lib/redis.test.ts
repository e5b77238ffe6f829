import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { pingRedis } from '../../src/lib/limits/redis.ts';
import { freePort } from '../../src/lib/process/free-port.ts';

test('a Redis that answers is well', async () => {
  await expect(
    pingRedis(new Secret(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379')),
  ).resolves.toBeUndefined();
});

test('one that is away is an error, not the end of the process', async () => {
  await expect(pingRedis(new Secret(`redis://127.0.0.1:${await freePort()}`))).rejects.toThrow(
    /ECONNREFUSED/,
  );
});

test('one that takes the connection and never answers is given up', async () => {
  const mute = createServer((socket) => socket.on('error', () => {}));
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const before = performance.now();
  await expect(
    pingRedis(new Secret(`redis://127.0.0.1:${(mute.address() as AddressInfo).port}`)),
  ).rejects.toThrow();
  expect(performance.now() - before).toBeLessThan(5_000);
  mute.close();
});
