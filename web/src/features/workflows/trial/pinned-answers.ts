import { useSessionStorage } from '@mantine/hooks';

/** Response bodies by the name of the step whose HTTP request gets them. */
type Pinned = Readonly<Record<string, unknown>>;

/**
 * Returns the responses that tests and previews use instead of sending HTTP requests. They belong to the browser tab and
 * aren't part of the draft.
 */
export function usePinnedAnswers(workflow: number) {
  const [pinned, setPinned] = useSessionStorage<Pinned>({
    key: `hark.pinned-answers.${workflow}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  return {
    pinned,
    pin: (step: string, body: unknown) => setPinned((before) => ({ ...before, [step]: body })),
    unpin: (step: string) => setPinned(({ [step]: _, ...others }) => others),
  };
}

const none: Pinned = {};
