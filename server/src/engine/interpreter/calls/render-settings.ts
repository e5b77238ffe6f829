import type { RenderScope } from '../../../core/templating/index.ts';
import type { CompiledStep, CompiledTree, StepType } from '../../../core/workflows/index.ts';
import type { RenderedSettings } from '../handlers/step-handler.ts';

type Rendered = Record<'value' | 'shown', RenderedSettings<StepType>>;

/**
 * Renders all settings. `onSetting` is called right after each setting is rendered, so if a setting fails to
 * render, it has already been called for the settings before that one.
 */
export function renderSettings(
  { templates }: CompiledStep,
  scope: RenderScope,
  onSetting?: (value: unknown, shown: unknown) => void,
): Rendered {
  const value: Record<string, unknown> = Object.create(null);
  const shown: Record<string, unknown> = Object.create(null);
  for (const [name, tree] of Object.entries<CompiledTree>(templates)) {
    const rendered = tree.render(scope);
    onSetting?.(rendered.value, rendered.shown);
    value[name] = rendered.value;
    shown[name] = rendered.shown;
  }
  return { value, shown } as Rendered;
}
