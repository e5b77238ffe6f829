import { expect, test } from 'vitest';
import { SharedReads } from '../../src/lib/cache/shared-reads.ts';

/** Reads that end when they are told to; each tells how many had begun with it. */
function controlled() {
  const begun: PromiseWithResolvers<number>[] = [];
  const start = () => {
    const read = Promise.withResolvers<number>();
    begun.push(read);
    return read.promise;
  };
  return { begun, start, end: (place: number) => begun[place]?.resolve(place + 1) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('whoever asks while a read is under way shares the next one, which begins after all of them', async () => {
  const reads = new SharedReads<number>();
  const { begun, start, end } = controlled();
  const first = reads.read('a', start);
  const others = [reads.read('a', start), reads.read('a', start)];
  await turn();
  expect(begun.length).toBe(1);
  end(0);
  expect(await first).toBe(1);
  await turn();
  expect(begun.length).toBe(2);
  const late = reads.read('a', start);
  end(1);
  expect(await Promise.all(others)).toEqual([2, 2]);
  await turn();
  end(2);
  expect(await late).toBe(3);
});

test('names do not wait for each other', async () => {
  const reads = new SharedReads<number>();
  const { begun, start } = controlled();
  void reads.read('a', start);
  void reads.read('b', start);
  await turn();
  expect(begun.length).toBe(2);
});

test('a read that fails fails for who shares it, and the next one is made all the same', async () => {
  const reads = new SharedReads<number>();
  const { begun, start, end } = controlled();
  const first = reads.read('a', start);
  const second = reads.read('a', start);
  begun[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  end(1);
  expect(await second).toBe(2);
  const third = reads.read('a', start);
  end(2);
  expect(await third).toBe(3);
});
