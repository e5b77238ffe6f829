import { z } from 'zod';
import type { FieldSet } from '../../core/lead-fields/index.ts';
import type { RunDispatch } from '../../core/runs/index.ts';
import { invalid } from '../../lib/errors.ts';
import type { LeadId } from '../../lib/ids.ts';
import type { Acting } from '../request/acting.ts';

export interface ToolCall extends Acting {
  /** The caller's IP address. */
  readonly origin: string;
  readonly dispatch: RunDispatch;
}

/** A tool's result. It contains only data, never free text that could pass for instructions. */
export interface ToolAnswer {
  readonly data: unknown;
  /** The leads that the result shows or is about. */
  readonly leads?: readonly LeadId[];
}

/** The tool's effects. Clients use them to decide whether to ask the user first. */
interface Nature {
  readonly isReadOnly: boolean;
  /** Whether the tool deletes or overwrites something. */
  readonly isDestructive?: boolean;
  readonly isIdempotent?: boolean;
  /** Whether the tool can cause requests outside of the workspace. */
  readonly reachesOutside?: boolean;
}

export interface AgentTool {
  readonly title: string;
  readonly description: string;
  readonly nature: Nature;
  /** The JSON Schema of the input. It can depend on the workspace's lead fields. */
  inputSchema(fields: FieldSet): Readonly<Record<string, unknown>>;
  run(call: ToolCall, given: unknown): Promise<ToolAnswer>;
}

interface Definition<Input extends z.ZodType> extends Pick<AgentTool, 'title' | 'description' | 'nature'> {
  readonly input: Input;
  /** The schema to show, if it is more specific than the validated one. The use case validates the rest. */
  readonly shownInput?: (fields: FieldSet) => z.ZodType;
  run(call: ToolCall, given: z.output<Input>): Promise<ToolAnswer>;
}

/** Defines a tool whose arguments are validated before it runs. */
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

/** Converts a schema to JSON Schema. Omits the bounds of safe integers, which only cost tokens. */
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
