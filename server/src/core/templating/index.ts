export { languageCatalogue } from './catalogue.ts';
export type { Analysis } from './check/analyse-template.ts';
export {
  type Compiled,
  type CompileOptions,
  compileCondition,
  compileTemplate,
  type Template,
} from './compile-template.ts';
export { formatProblem } from './format-problem.ts';
export { type Zone, zoneOf } from './functions/zones.ts';
export { languageVersion } from './language/version.ts';
export { readMoment } from './moments.ts';
export type { ProfileName } from './profile.ts';
export type { Outcome, RenderScope } from './run/render.ts';
export type { Problem } from './template-error.ts';
