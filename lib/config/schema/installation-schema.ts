import * as z from 'zod';
import { jobShape } from './job-schema.ts';
import { addressPattern } from './job-values.ts';
import type { SchemaNode } from './known-keys.ts';
import { loosenedObject } from './loosened.ts';
import { overridesSchema } from './overrides-schema.ts';
import { scopeEntries } from './scope-schema.ts';

const { name: _, data: __, seeds: ___, ...sections } = jobShape;

const deny = scopeEntries.meta({
  description:
    'Hosts and domains, each with its subdomains, that no job may crawl; no rule and no override of a job lifts it.',
  expected: 'a list of host names, or of files of them',
  example: ['example.com'],
});

const sinkNetworks = z
  .array(addressPattern)
  .max(1_000)
  .optional()
  .meta({
    description: 'Private and loopback addresses that webhooks of jobs may post to; all others are refused.',
    expected: 'a list of addresses, CIDR blocks or host names',
    example: ['10.1.0.0/16'],
  });

/** What may stand in an installation.yaml: defaults for its jobs, and overrides that hold for all of them. */
export const installationSchema = loosenedObject({
  ...sections,
  deny,
  sinkNetworks,
  overrides: overridesSchema(jobShape),
});

/** installation.yaml as a JSON Schema (2020-12). */
export function installationJsonSchema(): SchemaNode {
  return z.toJSONSchema(installationSchema, { io: 'input' }) as SchemaNode;
}
