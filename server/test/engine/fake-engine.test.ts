import { createFakeEngine } from '../harness/servers/fake-engine.ts';
import { createProbe, describeRunEngine } from './run-engine.conformance.ts';

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
