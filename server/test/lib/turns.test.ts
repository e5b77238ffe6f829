import { expect, test } from 'vitest';
import { Turns } from '../../src/lib/limits/fair-turns.ts';

/** Something that ends when it is told to. */
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
const soon = () => new Promise((resolve) => setImmediate(resolve));

test('everybody has his own turns, and what is more waits in order', async () => {
  const turns = new Turns({ atOnce: 2, maxWaiting: 3 });
  const [mine, his] = [slowWork(), slowWork()];
  const order: number[] = [];
  const asked = [0, 1, 2, 3, 4].map((number) => turns.run('me', mine.work).then(() => order.push(number)));
  await expect(turns.run('me', mine.work)).rejects.toMatchObject({ code: 'too_many_at_once' });
  const other = turns.run('him', his.work);
  await soon();
  expect([mine.underWay(), his.underWay()]).toEqual([2, 1]);
  for (let ended = 0; ended < 5; ended++) {
    mine.endOne();
    await soon();
  }
  his.endOne();
  await Promise.all([...asked, other]);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(mine.most()).toBe(2);
});

test('what fails gives its turn back', async () => {
  const turns = new Turns({ atOnce: 1, maxWaiting: 0 });
  for (let round = 0; round < 3; round++) {
    const failing = turns.run('me', () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
  }
  expect(await turns.run('me', () => 7)).toBe(7);
});
