#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { metrics } from '../lib/capabilities/metrics.ts';
import { tablesPage } from '../lib/capabilities/sql/tables-page.ts';
import { documentVariables } from '../lib/config/combine/document-variables.ts';
import { documentLayers } from '../lib/config/layers/document-layers.ts';
import { documentSchema } from '../lib/config/layers/document-schema.ts';
import { installationJsonSchema } from '../lib/config/schema/installation-schema.ts';
import { jobJsonSchema, type SchemaNode } from '../lib/config/schema/known-keys.ts';
import { eventSchemas } from '../lib/config/stored/change-schema.ts';
import { documentRecord } from '../lib/config/stored/document-record.ts';
import { metricsPage } from '../lib/domain/metrics/metrics-page.ts';

/** Writes the documentation that is generated from code: `npm run docs`. */
const docs = new URL('../docs/', import.meta.url);
writeFileSync(new URL('configuration.md', docs), documentSchema());
writeFileSync(new URL('layers.md', docs), documentLayers());
writeFileSync(new URL('combine-variables.md', docs), documentVariables());
writeFileSync(new URL('record.md', docs), documentRecord());
writeFileSync(new URL('metrics.md', docs), metricsPage(metrics));
writeFileSync(new URL('sql-tables.md', docs), tablesPage());
const schemas: Readonly<Record<string, SchemaNode>> = {
  job: jobJsonSchema(),
  installation: installationJsonSchema(),
  ...eventSchemas(),
};
for (const [name, schema] of Object.entries(schemas)) {
  writeFileSync(new URL(`schema/${name}.schema.json`, docs), `${JSON.stringify(schema)}\n`);
}
