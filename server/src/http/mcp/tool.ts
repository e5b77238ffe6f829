import { z } from 'zod';
import type { FieldSet } from '../../core/lead-fields/index.ts';
import type { RunDispatch } from '../../core/runs/index.ts';
import { invalid } from '../../lib/errors.ts';
import type { LeadId } from '../../lib/ids.ts';
import type { Acting } from '../request/acting.ts';

/** Whom and what a call is made with. */
export interface ToolCall extends Acting {
  /** The caller's network address. */
  readonly origin: string;
  readonly dispatch: RunDispatch;
}

/** What a tool found or did: data, never a text of its own that could be taken for more. */
export interface ToolAnswer {
  readonly data: unknown;
  /** The leads that it shows or was about. */
  readonly leads?: readonly LeadId[];
}

/** What a tool does to the world, for who decides whether to ask a person first. */
interface Nature {
  readonly isReadOnly: boolean;
  /** It takes away or overwrites something. */
  readonly isDestructive?: boolean;
  /** Twice is the same as once. */
  readonly isIdempotent?: boolean;
  /** It may come to calls beyond the workspace. */
  readonly reachesOutside?: boolean;
}

/** A tool as agents are told of it, and as it is called. */
export interface AgentTool {
  readonly title: string;
  readonly description: string;
  readonly nature: Nature;
  /** As JSON Schema; it may depend on the fields that leads have in the workspace. */
  inputSchema(fields: FieldSet): Readonly<Record<string, unknown>>;
  run(call: ToolCall, given: unknown): Promise<ToolAnswer>;
}

interface Definition<Input extends z.ZodType> extends Pick<AgentTool, 'title' | 'description' | 'nature'> {
  readonly input: Input;
  /** Where the schema that is shown says more than the one that is checked: the use case checks the rest. */
  readonly shownInput?: (fields: FieldSet) => z.ZodType;
  run(call: ToolCall, given: z.output<Input>): Promise<ToolAnswer>;
}

/** Makes a tool whose arguments are checked before it runs. */
export function defineTool<Input extends z.ZodType>(definition: Definition<Input>): AgentTool {
  const { title, description, nature, input, shownInput } = definition;
  const shown = new WeakMap<FieldSet, Readonly<Record<string, unknown>>>();
  return {
    title,
    description,
    nature,
    inputSchema(fields) {
      const schema = shown.get(fields) ?? describeInput(shownInput?.(fields) ?? input);
      shown.set(fields, schema);
      return schema;
    },
    run(call, given) {
      const checked = input.safeParse(given);
      if (!checked.success) throw refuseArguments(checked.error);
      return definition.run(call, checked.data);
    },
  };
}

/** Without the bounds of what a number can hold: every reader pays for them, and they tell nothing. */
const describeInput = (schema: z.ZodType): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });

function refuseArguments({ issues }: z.ZodError) {
  const problems = issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
  return invalid(
    'bad_arguments',
    `${problems.slice(0, 10).join('; ')}. Correct the arguments and call again.`,
  );
}
