import { valueTexts } from '../../texts/workflows/template-values.ts';
import { stepTitle } from '../values/step-name.ts';

const between = ' › ';

/** A template that only inserts a value, such as `{{ __data.email }}`. */
export const singleValue = /\{\{\s*([A-Za-z_]\w*(?:\.\w+)*)\s*\}\}/g;

/** Returns the name of a value for people: `steps.call.output.body.score` becomes “Call › body › score”. */
export function labelOfValue(path: string): string {
  const [root = '', ...rest] = path.split('.');
  if (root === 'steps' && rest.length > 0) {
    const [name = '', ...below] = rest;
    const inner = below[0] === 'output' && below.length > 1 ? below.slice(1) : below;
    return [stepTitle(name), ...inner].join(between);
  }
  return [valueTexts.roots[root] ?? root, ...rest].join(between);
}

const shortOf = (path: string): string =>
  path.startsWith('__data.') ? path.slice('__data.'.length).replaceAll('.', between) : labelOfValue(path);

const readCode = (code: string): string =>
  code
    .replace(/\b(?:__data|steps|secrets|workspace|run)(?:\.\w+)+/g, shortOf)
    .replaceAll('>=', 'is at least')
    .replaceAll('<=', 'is at most')
    .replaceAll('!=', "isn't")
    .replaceAll('==', 'is')
    .replaceAll(' > ', ' is more than ')
    .replaceAll(' < ', ' is less than ');

/**
 * Returns a template as a short phrase for a step's card: `{{ __data.score >= 70 }}` becomes “score is at least 70”, and
 * `Hello {{ __data.name }}` becomes “Hello {name}”.
 */
export function readTemplate(source: string): string {
  const [, whole] = /^\s*\{\{-?((?:(?!\}\}).)*)-?\}\}\s*$/s.exec(source) ?? [];
  if (whole !== undefined) return readCode(whole.trim());
  return source.replace(/\{\{-?\s*(.*?)\s*-?\}\}/gs, (_, code: string) => `{${readCode(code)}}`);
}
