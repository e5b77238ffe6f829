import { checkJson } from '../../../lib/json.ts';
import type { StepHandler } from './step-handler.ts';

export const handleReturn: StepHandler<'return'> = {
  kind: 'flow',
  async run(step, { path }, { trail }) {
    if (trail.isFull) return { kind: 'more' };
    const place = { step, path, startedAt: trail.now() };
    const result = await trail.attempt(place, () => {
      const { value, shown } = step.templates.value?.render(trail.scopeAt(place.startedAt)) ?? nothing;
      checkJson(JSON.stringify(value));
      trail.store(place, 'succeeded', { shownInput: { value: shown } });
      return value;
    });
    return { kind: 'end', status: 'succeeded', result };
  },
};

const nothing = { value: null, shown: null };
