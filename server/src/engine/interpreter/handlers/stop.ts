import type { StepHandler } from './step-handler.ts';

export const handleStop: StepHandler<'stop'> = {
  kind: 'flow',
  async run(step, { path }, { trail }) {
    if (trail.isFull) return { kind: 'more' };
    const place = { step, path, startedAt: trail.now() };
    const message = await trail.attempt(place, () => {
      const rendered = step.templates.message?.render(trail.scopeAt(place.startedAt));
      trail.store(place, 'succeeded', { shownInput: { message: rendered?.shown } });
      return typeof rendered?.value === 'string' ? rendered.value : JSON.stringify(rendered?.value);
    });
    return { kind: 'end', status: step.settings.as, ...(message === '' ? {} : { message }) };
  },
};
