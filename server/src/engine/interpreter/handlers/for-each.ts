import { runLimits } from '../../../core/runs/index.ts';
import { type CompiledStepOf, RenderFailure } from '../../../core/workflows/index.ts';
import type { KnownStep } from '../completed-steps.ts';
import { type Place, StepFailure } from '../signals.ts';
import type { Trail } from '../step-log.ts';
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
    const items = known ? storedItems(known) : await startLoop(step, place, trail);
    const outputs: unknown[] = [];
    try {
      for (const [index, item] of items.entries()) {
        const inner = turn === '' ? `#${index}` : `${turn}.${index}`;
        const boundary = await trail.withVariable(as, item, () => runSteps(steps, inner));
        if (boundary) return boundary;
        outputs.push(trail.outputOf(last?.name ?? '') ?? null);
      }
    } catch (error) {
      if (error instanceof StepFailure) error.leave(place);
      trail.keep(step, null);
      throw error;
    }
    if (known?.row.status === 'succeeded') return trail.keep(step, known.output());
    if (trail.isFull) return { kind: 'more' };
    await trail.attempt(place, () =>
      trail.store(place, 'succeeded', { shownInput: undefined, output: outputs }),
    );
    return trail.keep(step, outputs);
  },
};

/**
 * Returns the items of a loop that has started. A finished loop's output can be used in their place: it has one entry
 * per item, and replaying stored iterations doesn't need the items themselves. A loop that a failure ended has no
 * output; replaying its iterations ends with that failure.
 */
const storedItems = ({ row, output }: KnownStep): readonly unknown[] =>
  row.status === 'failed' ? new Array(runLimits.loopItems).fill(null) : (output() as readonly unknown[]);

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
