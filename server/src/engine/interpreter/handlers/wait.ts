import { runLimits } from '../../../core/runs/index.ts';
import { readMoment } from '../../../core/templating/index.ts';
import { type CompiledStepOf, RenderFailure } from '../../../core/workflows/index.ts';
import { CeilingReached, type Place } from '../signals.ts';
import type { Trail } from '../step-log.ts';
import type { StepHandler } from './step-handler.ts';

export const handleWait: StepHandler<'wait'> = {
  kind: 'flow',
  async run(step, { path }, { trail }) {
    const known = trail.known(path);
    if (known?.row.status === 'succeeded') return trail.keep(step, null);
    if (!known && trail.isFull) return { kind: 'more' };
    const place = { step, path, startedAt: known?.row.startedAt ?? trail.now() };
    const until = known
      ? new Date((known.output() as { until: string }).until)
      : await startWait(step, place, trail);
    if (until > trail.now()) return { kind: 'wait', until };
    if (trail.isFull) return { kind: 'more' };
    await trail.attempt(place, () =>
      trail.store(place, 'succeeded', { shownInput: undefined, output: { until } }),
    );
    return trail.keep(step, null);
  },
};

const startWait = ({ templates }: CompiledStepOf<'wait'>, place: Place, trail: Trail): Promise<Date> =>
  trail.attempt(place, () => {
    const scope = trail.scopeAt(place.startedAt);
    const by = templates.for ? 'for' : 'until';
    const moment = readMoment(by, templates[by]?.render(scope).value, scope);
    if (!moment.ok) throw new RenderFailure(`${by}: ${moment.message}`);
    if (moment.ms - place.startedAt.getTime() > runLimits.waitMs) {
      throw new CeilingReached(`${by}: A run can wait at most one year.`);
    }
    const until = new Date(moment.ms);
    trail.store(place, 'waiting', { shownInput: { until }, output: { until } });
    return until;
  });
