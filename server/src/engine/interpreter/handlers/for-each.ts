import { runLimits } from '../../../core/runs/index.ts';
import { type CompiledStepOf, RenderFailure } from '../../../core/workflows/index.ts';
import type { Place, Trail } from '../step-log.ts';
import type { StepHandler } from './step-handler.ts';

export const handleForEach: StepHandler<'for_each'> = {
  kind: 'flow',
  async run(step, { path, turn }, { trail, runSteps }) {
    const { as } = step.settings;
    const { steps } = step.children;
    const last = steps.findLast(({ isDisabled }) => !isDisabled);
    const known = trail.known(path);
    const place = { step, path, startedAt: known?.row.startedAt ?? trail.now() };
    if (!known && trail.isFull) return { kind: 'more' };
    // A finished loop's output can be used in place of its items: it has one entry per item, and replaying
    // stored iterations doesn't need the items themselves.
    const items = known ? (known.output() as readonly unknown[]) : await startLoop(step, place, trail);
    const outputs: unknown[] = [];
    for (const [index, item] of items.entries()) {
      trail.setVariable(as, item);
      const boundary = await runSteps(steps, turn === '' ? `#${index}` : `${turn}.${index}`);
      if (boundary) return boundary;
      outputs.push(trail.outputOf(last?.name ?? '') ?? null);
    }
    trail.removeVariable(as);
    if (known?.row.status === 'succeeded') return trail.keep(step, known.output());
    if (trail.isFull) return { kind: 'more' };
    await trail.attempt(place, () =>
      trail.store(place, 'succeeded', { shownInput: undefined, output: outputs }),
    );
    return trail.keep(step, outputs);
  },
};

/** Stores the items, because they must be the same when a later segment resumes the loop. */
const startLoop = (
  step: CompiledStepOf<'for_each'>,
  place: Place,
  trail: Trail,
): Promise<readonly unknown[]> =>
  trail.attempt(place, () => {
    const rendered = step.templates.items?.render(trail.scopeAt(place.startedAt));
    const list = listOf(rendered?.value);
    // While the loop runs, its row keeps the items in the output column.
    trail.store(place, 'running', { shownInput: { items: rendered?.shown }, output: list });
    return list;
  });

function listOf(value: unknown): readonly unknown[] {
  const list = Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value)
      : undefined;
  if (!list) throw new RenderFailure('items: must be a list.');
  if (list.length > runLimits.loopItems) {
    throw new RenderFailure(`items: A loop can have at most ${runLimits.loopItems} items.`);
  }
  return list;
}
