import { may } from '../../core/access/index.ts';
import type { RunController } from '../../core/runs/index.ts';
import type { Caller } from './operation.ts';

export const controllerOf = ({ principal, actor }: Caller): RunController => ({
  actor,
  may: (act, owner) => may(principal, act, owner),
});
