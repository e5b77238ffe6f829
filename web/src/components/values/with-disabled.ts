interface OutlinedStep {
  readonly name: string;
  readonly type: string;
  readonly is_disabled: boolean;
}

/**
 * Adds the disabled steps to the steps that ran. Each one comes after the last step that is written before it.
 * @param outline the steps as written, from top to bottom
 */
export function withDisabled<Ran extends { readonly name: string }>(
  ran: readonly Ran[],
  outline: readonly OutlinedStep[],
): readonly (Ran | OutlinedStep)[] {
  const written = new Map(outline.map(({ name }, index) => [name, index]));
  const merged: (Ran | OutlinedStep)[] = [...ran];
  for (const [index, step] of outline.entries()) {
    if (!step.is_disabled) continue;
    const before = merged.findLastIndex(({ name }) => (written.get(name) ?? index) < index);
    merged.splice(before + 1, 0, step);
  }
  return merged;
}
