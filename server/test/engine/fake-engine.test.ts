import { describe, expect, test } from 'vitest';
import { manualTime } from '../harness/manual-time.ts';
import { createFakeEngine } from '../harness/servers/fake-engine.ts';
import { createProbe, describeRunEngine, newJob } from './run-engine.conformance.ts';

const probe = createProbe();
const fake = createFakeEngine({ executeRun: probe.executeRun });

describeRunEngine('the fake engine', () => ({
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
    const ownProbe = createProbe();
    return { time, probe: ownProbe, engine: createFakeEngine({ executeRun: ownProbe.executeRun, time }) };
  };

  test('executes jobs that became due during an outage once the outage is over', async () => {
    const { engine, probe: ownProbe, time } = start();
    const job = newJob();
    await engine.start(job);
    engine.goAway();
    await time.move(60_000);
    expect(ownProbe.executions(job)).toEqual([]);
    engine.comeBack();
    expect(ownProbe.executions(job)).toHaveLength(1);
  });

  test('no longer knows or executes earlier jobs after it lost its data, and accepts them again', async () => {
    const { engine, probe: ownProbe, time } = start();
    const job = newJob();
    await engine.start(job);
    engine.loseEverything();
    await time.move(60_000);
    expect(ownProbe.executions(job)).toEqual([]);
    expect(await engine.find(job)).toBe('unknown');
    await engine.start(job);
    await time.move(0);
    expect(ownProbe.executions(job)).toHaveLength(1);
  });

  test('can delay jobs by a given time', async () => {
    const { engine, probe: ownProbe, time } = start();
    const job = newJob();
    engine.lag(5_000);
    await engine.start(job);
    await time.move(4_999);
    expect(ownProbe.executions(job)).toEqual([]);
    await time.move(1);
    expect(ownProbe.executions(job)).toHaveLength(1);
  });
});
