import * as z from 'zod/mini';
import { wordsOf } from '../../pipeline/operation/input.ts';
import type { InputFields } from '../../pipeline/operation/operation.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema of what somebody gives, with the words of its fields. */
export function schemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { says } = wordsOf(zodSchema);
      if (says !== '') jsonSchema.description = says;
    },
  });
  return described;
}

/** The same of fields, without those that another field says as well. */
export function schemaOfFields(fields: InputFields): JsonSchema {
  const shown = Object.entries(fields).filter(([, schema]) => !wordsOf(schema).isHidden);
  return schemaOf(z.strictObject(Object.fromEntries(shown)));
}
