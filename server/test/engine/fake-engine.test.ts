import { describe, expect, test } from 'vitest';
import { manualTime } from '../harness/manual-time.ts';
import { createFakeEngine } from '../harness/servers/fake-engine.ts';
import { createProbe, describeRunEngine, newJob } from './run-engine.conformance.ts';

const probe = createProbe();
const fake = createFakeEngine({ executeRun: probe.executeRun });

describeRunEngine('the fake', () => ({
  engine: fake,
  probe,
  goAway() {
    fake.goAway();
    return fake.comeBack;
  },
}));

describe('the fake engine', () => {
  const start = () => {
    const time = manualTime();
    const own = createProbe();
    return { time, probe: own, engine: createFakeEngine({ executeRun: own.executeRun, time }) };
  };

  test('executes what became due while it was away when it is back', async () => {
    const { engine, probe: own, time } = start();
    const job = newJob();
    await engine.start(job);
    engine.goAway();
    await time.move(60_000);
    expect(own.executions(job)).toEqual([]);
    engine.comeBack();
    expect(own.executions(job)).toHaveLength(1);
  });

  test('that lost everything executes nothing of it, knows nothing of it, and takes it again', async () => {
    const { engine, probe: own, time } = start();
    const job = newJob();
    await engine.start(job);
    engine.loseEverything();
    await time.move(60_000);
    expect(own.executions(job)).toEqual([]);
    expect(await engine.find(job)).toBe('unknown');
    await engine.start(job);
    await time.move(0);
    expect(own.executions(job)).toHaveLength(1);
  });

  test('can be slow', async () => {
    const { engine, probe: own, time } = start();
    const job = newJob();
    engine.lag(5_000);
    await engine.start(job);
    await time.move(4_999);
    expect(own.executions(job)).toEqual([]);
    await time.move(1);
    expect(own.executions(job)).toHaveLength(1);
  });
});
