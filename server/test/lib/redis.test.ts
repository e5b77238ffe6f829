import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { pingRedis } from '../../src/lib/limits/redis.ts';
import { freePort } from '../../src/lib/process/free-port.ts';

test('connects to a Redis that responds', async () => {
  await expect(
    pingRedis(new Secret(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379')),
  ).resolves.toBeUndefined();
});

test("reports an unreachable Redis as an error and doesn't crash the process", async () => {
  await expect(pingRedis(new Secret(`redis://127.0.0.1:${await freePort()}`))).rejects.toThrow(
    /ECONNREFUSED/,
  );
});

test('gives up on a Redis that accepts the connection but never responds', async () => {
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
