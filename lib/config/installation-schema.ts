import * as z from 'zod';
import { jobShape } from './job-schema.ts';
import type { SchemaNode } from './known-keys.ts';
import { loosenedObject } from './loosened.ts';
import { overridesSchema } from './overrides-schema.ts';

const { name: _, data: __, seeds: ___, ...sections } = jobShape;

/** What may stand in an installation.yaml: defaults for its jobs, and overrides that hold for all of them. */
export const installationSchema = loosenedObject({ ...sections, overrides: overridesSchema(jobShape) });

/** installation.yaml as a JSON Schema (2020-12). */
export const installationJsonSchema = z.toJSONSchema(installationSchema, { io: 'input' }) as SchemaNode;
