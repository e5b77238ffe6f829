import { type FocusEvent, type ReactNode, useRef } from 'react';
import { useBuilderContext } from '../builder-context.ts';
import type { StepPath } from '../step-tree.ts';

/** The area of a step's setting. Its problems are shown once the user has done something there and left it. */
export function FieldScope({
  path,
  setting,
  children,
}: {
  /** The path of the step. */
  path: StepPath;
  setting: string;
  children: ReactNode;
}) {
  const { shown } = useBuilderContext();
  const isUsed = useRef(false);
  const use = () => {
    isUsed.current = true;
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (isUsed.current && !currentTarget.contains(relatedTarget)) shown.touch([...path, setting]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus left the field.
    <div data-setting={setting} onKeyDown={use} onPointerDown={use} onBlur={onBlur}>
      {children}
    </div>
  );
}
