#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { documentSchema } from '../lib/config/document-schema.ts';
import { jobJsonSchema } from '../lib/config/known-keys.ts';

/** Writes the documentation that is generated from code: `npm run docs`. */
const docs = new URL('../docs/', import.meta.url);
writeFileSync(new URL('configuration.md', docs), documentSchema());
writeFileSync(new URL('schema/job.schema.json', docs), `${JSON.stringify(jobJsonSchema, undefined, 2)}\n`);
