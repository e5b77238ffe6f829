import type { StepHandler } from './step-handler.ts';

export const handleBranch: StepHandler<'branch'> = {
  kind: 'flow',
  async run(step, { path, turn }, { trail, runSteps }) {
    let decision = trail.known(path)?.output() as { taken: 'then' | 'else' } | undefined;
    if (!decision) {
      if (trail.isFull) return { kind: 'more' };
      const place = { step, path, startedAt: trail.now() };
      decision = await trail.attempt(place, () => {
        const isTrue = step.templates.if?.render(trail.scopeAt(place.startedAt)).value === true;
        const output = { taken: isTrue ? ('then' as const) : ('else' as const) };
        trail.store(place, 'succeeded', { shownInput: undefined, output });
        return output;
      });
    }
    trail.keep(step, decision);
    return runSteps(step.children[decision.taken], turn);
  },
};
