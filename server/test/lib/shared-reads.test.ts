import { expect, test } from 'vitest';
import { SharedReads } from '../../src/lib/cache/shared-reads.ts';

/** Creates reads that finish when the test releases them. Each returns how many reads had started by then. */
function controlled() {
  const started: PromiseWithResolvers<number>[] = [];
  const start = () => {
    const read = Promise.withResolvers<number>();
    started.push(read);
    return read.promise;
  };
  return { started, start, end: (index: number) => started[index]?.resolve(index + 1) };
}
const tick = () => new Promise((resolve) => setImmediate(resolve));

test('callers that arrive during a read share the next read, which starts after all of them have arrived', async () => {
  const reads = new SharedReads<number>();
  const { started, start, end } = controlled();
  const first = reads.read('a', start);
  const others = [reads.read('a', start), reads.read('a', start)];
  await tick();
  expect(started.length).toBe(1);
  end(0);
  expect(await first).toBe(1);
  await tick();
  expect(started.length).toBe(2);
  const late = reads.read('a', start);
  end(1);
  expect(await Promise.all(others)).toEqual([2, 2]);
  await tick();
  end(2);
  expect(await late).toBe(3);
});

test("reads for different keys don't wait for each other", async () => {
  const reads = new SharedReads<number>();
  const { started, start } = controlled();
  void reads.read('a', start);
  void reads.read('b', start);
  await tick();
  expect(started.length).toBe(2);
});

test('a failed read fails only for its own callers, and the next read still runs', async () => {
  const reads = new SharedReads<number>();
  const { started, start, end } = controlled();
  const first = reads.read('a', start);
  const second = reads.read('a', start);
  started[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await tick();
  end(1);
  expect(await second).toBe(2);
  const third = reads.read('a', start);
  end(2);
  expect(await third).toBe(3);
});
