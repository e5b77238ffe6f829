import { escapeBidi } from '../values/escape-bidi.ts';
import { DecideButtons } from './decide-buttons.tsx';
import { useDecide } from './use-decide.ts';

/** Approves or rejects without a comment. */
export function ApprovalButtons({ approval: { id, title } }: { approval: { id: number; title: string } }) {
  const { isPending, isDeciding, as } = useDecide(id);
  return (
    <DecideButtons
      name={escapeBidi(title)}
      isPending={isPending}
      isDeciding={isDeciding}
      onDecide={(outcome) => as(outcome, null)}
    />
  );
}
