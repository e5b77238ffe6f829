import { controllerAs, type RunController } from '../../core/runs/index.ts';
import type { Caller } from './operation.ts';

export const controllerOf = ({ principal, actor }: Caller): RunController => controllerAs(principal, actor);
