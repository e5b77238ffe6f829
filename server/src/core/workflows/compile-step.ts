import { type CompileOptions, compileCondition } from '../templating/index.ts';
import { type CompiledTree, compileTree, type Path, problemsAt, type StepProblem } from './compile-tree.ts';
import type { CompiledStep, Condition } from './compiled-step.ts';
import type { Branch, Step, TemplateTree } from './step.ts';

/** Names that templates can read already (spec/runs §2.2); an item with such a name would hide it. */
const taken: readonly string[] = ['now', 'steps', 'run', 'workspace', 'secrets'];

/** The only fields of steps that can read secrets; every other field rejects them. */
const secretFields: Partial<Record<Step['type'], readonly string[]>> = {
  'http.request': ['url', 'headers', 'query', 'body'],
};

/** Compiles one step and those inside it. `loops` are the variables of the loops around it. */
export function compileStep(
  step: Step,
  path: Path,
  loops: readonly string[],
  problems: StepProblem[],
): CompiledStep {
  const options: CompileOptions = { profile: 'step', variables: loops };
  const tree = (value: TemplateTree, key: string): CompiledTree =>
    compileTree(
      value,
      [...path, key],
      secretFields[step.type]?.includes(key) ? { ...options, secrets: true } : options,
      problems,
    );
  const inner = (steps: readonly Step[], key: string, variables = loops) =>
    steps.map((one, index) => compileStep(one, [...path, key, index], variables, problems));
  const named = { name: step.name };

  switch (step.type) {
    case 'lead.create':
      return { ...named, type: step.type, fields: tree(step.fields, 'fields') };
    case 'lead.update':
    case 'lead.upsert':
      return {
        ...named,
        type: step.type,
        match: tree(step.match, 'match'),
        fields: tree(step.fields, 'fields'),
      };
    case 'lead.find':
    case 'lead.delete':
      return { ...named, type: step.type, match: tree(step.match, 'match') };
    case 'set':
      return { ...named, type: step.type, values: tree(step.values, 'values') };
    case 'branch':
      return {
        ...named,
        type: step.type,
        if: compileIf(step, [...path, 'if'], options, problems),
        whenTrue: inner(step.whenTrue, 'then'),
        whenFalse: inner(step.whenFalse, 'else'),
      };
    case 'for_each':
      if (taken.includes(step.as) || loops.includes(step.as)) {
        problems.push({
          path: [...path, 'as'],
          message: `${step.as} is taken: call the item something else`,
        });
      }
      return {
        ...named,
        type: step.type,
        items: tree(step.items, 'items'),
        as: step.as,
        steps: inner(step.steps, 'steps', [...loops, step.as]),
      };
    case 'wait': {
      const by = step.for === undefined ? 'until' : 'for';
      return { ...named, type: step.type, by, time: tree(step[by] ?? '', by) };
    }
    case 'respond':
      return {
        ...named,
        type: step.type,
        status: tree(step.status ?? (step.redirect === undefined ? 200 : 302), 'status'),
        headers: tree(step.headers ?? {}, 'headers'),
        headerSources: step.headers ?? {},
        body: step.body === undefined ? undefined : tree(step.body, 'body'),
        redirect: step.redirect === undefined ? undefined : tree(step.redirect, 'redirect'),
      };
    case 'http.request':
      return {
        ...named,
        type: step.type,
        method: tree(step.method, 'method'),
        url: tree(step.url, 'url'),
        headers: tree(step.headers, 'headers'),
        query: tree(step.query, 'query'),
        body: step.body === undefined ? undefined : tree(step.body, 'body'),
        timeoutMs: tree(step.timeout_ms, 'timeout_ms'),
        mostAttempts: tree(step.retry.max_attempts, 'retry.max_attempts'),
      };
    case 'notify':
      return {
        ...named,
        type: step.type,
        user: tree(step.user, 'user'),
        subject: tree(step.subject, 'subject'),
        text: tree(step.text, 'text'),
      };
    case 'workflow.start':
      return {
        ...named,
        type: step.type,
        workflow: tree(step.workflow, 'workflow'),
        data: tree(step.data, 'data'),
      };
    case 'stop':
      return { ...named, type: step.type, as: step.as, message: tree(step.message, 'message') };
  }
}

function compileIf(step: Branch, path: Path, options: CompileOptions, problems: StepProblem[]): Condition {
  const compiled = compileCondition(step.if, options);
  if (compiled.ok) {
    return { path, template: compiled.template, analysis: compiled.template.analysis };
  }
  problems.push(...problemsAt(path, compiled.problems));
  return compileIf({ ...step, if: '{{ false }}' }, path, options, problems);
}
