/** Returns the path of a step in the builder, such as `1.then.0`, or undefined if there is no step with this name. */
export function builderPath(steps: readonly unknown[], name: string, parent = ''): string | undefined {
  for (const [index, step] of steps.entries()) {
    if (typeof step !== 'object' || step === null) continue;
    const path = `${parent}${index}`;
    const written = step as Readonly<Record<string, unknown>>;
    if (written.name === name) return path;
    const { steps: handler } = Object(written.on_error) as { readonly steps?: unknown };
    const inner = Object.entries({ ...written, on_error: handler })
      .map(([key, value]) => (Array.isArray(value) ? builderPath(value, name, `${path}.${key}.`) : undefined))
      .find((found) => found !== undefined);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
