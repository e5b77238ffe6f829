import { expect, test } from 'vitest';
import { Turns } from '../../src/lib/limits/fair-turns.ts';

/** Creates work that finishes when the test releases it. */
function slowWork() {
  const ends: (() => void)[] = [];
  let most = 0;
  return {
    work: (): Promise<void> => {
      most = Math.max(most, ends.length + 1);
      return new Promise((resolve) => ends.push(() => resolve()));
    },
    endOne: () => ends.shift()?.(),
    underWay: () => ends.length,
    most: () => most,
  };
}
const tick = () => new Promise((resolve) => setImmediate(resolve));

test('each caller has its own concurrency limit, and further calls wait in order', async () => {
  const turns = new Turns({ atOnce: 2, maxWaiting: 3 });
  const [mine, theirs] = [slowWork(), slowWork()];
  const order: number[] = [];
  const calls = [0, 1, 2, 3, 4].map((number) => turns.run('me', mine.work).then(() => order.push(number)));
  await expect(turns.run('me', mine.work)).rejects.toMatchObject({ code: 'too_many_at_once' });
  const other = turns.run('them', theirs.work);
  await tick();
  expect([mine.underWay(), theirs.underWay()]).toEqual([2, 1]);
  for (let ended = 0; ended < 5; ended++) {
    mine.endOne();
    await tick();
  }
  theirs.endOne();
  await Promise.all([...calls, other]);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(mine.most()).toBe(2);
});

test('a failed call releases its slot', async () => {
  const turns = new Turns({ atOnce: 1, maxWaiting: 0 });
  for (let round = 0; round < 3; round++) {
    const failing = turns.run('me', () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
  }
  expect(await turns.run('me', () => 7)).toBe(7);
});
