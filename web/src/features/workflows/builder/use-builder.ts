import { useCallback, useMemo, useReducer } from 'react';
import type { WrittenStep } from './step-tree.ts';

interface Written {
  readonly past: readonly (readonly WrittenStep[])[];
  readonly steps: readonly WrittenStep[];
  readonly future: readonly (readonly WrittenStep[])[];
  /** Identifies the field that was changed last. Consecutive changes to the same field are a single undo step. */
  readonly about: string;
}

type Act =
  | { readonly kind: 'change'; readonly steps: readonly WrittenStep[]; readonly about: string }
  | { readonly kind: 'undo' | 'redo' }
  /** Undoes the change that produced these steps, unless something else was changed since. */
  | { readonly kind: 'undo-to'; readonly steps: readonly WrittenStep[] }
  | { readonly kind: 'reset'; readonly steps: readonly WrittenStep[] };

const maxUndoSteps = 200;

function reduce(state: Written, act: Act): Written {
  const { past, steps, future } = state;
  switch (act.kind) {
    case 'reset':
      return { past: [], steps: act.steps, future: [], about: '' };
    case 'change': {
      if (act.steps === steps) return state;
      const isSame = act.about !== '' && act.about === state.about;
      return {
        past: isSame ? past : [...past, steps].slice(-maxUndoSteps),
        steps: act.steps,
        future: [],
        about: act.about,
      };
    }
    case 'undo': {
      const before = past.at(-1);
      return before
        ? { past: past.slice(0, -1), steps: before, future: [steps, ...future], about: '' }
        : state;
    }
    case 'undo-to':
      return act.steps === steps ? reduce(state, { kind: 'undo' }) : state;
    case 'redo': {
      const [after, ...rest] = future;
      return after ? { past: [...past, steps], steps: after, future: rest, about: '' } : state;
    }
  }
}

/** Keeps the edited steps, with undo and redo. */
export function useBuilder(first: readonly WrittenStep[]) {
  const [{ past, steps, future }, dispatch] = useReducer(reduce, {
    past: [],
    steps: first,
    future: [],
    about: '',
  });
  const change = useCallback(
    (next: readonly WrittenStep[], about = '') => dispatch({ kind: 'change', steps: next, about }),
    [],
  );
  const undo = useCallback(() => dispatch({ kind: 'undo' }), []);
  const undoTo = useCallback(
    (after: readonly WrittenStep[]) => dispatch({ kind: 'undo-to', steps: after }),
    [],
  );
  const redo = useCallback(() => dispatch({ kind: 'redo' }), []);
  const reset = useCallback((next: readonly WrittenStep[]) => dispatch({ kind: 'reset', steps: next }), []);
  return useMemo(
    () => ({
      steps,
      change,
      undo,
      undoTo,
      redo,
      reset,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    }),
    [steps, change, undo, undoTo, redo, reset, past.length, future.length],
  );
}

export type Builder = ReturnType<typeof useBuilder>;
