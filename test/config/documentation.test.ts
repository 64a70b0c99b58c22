import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentVariables } from '../../lib/config/combine/document-variables.ts';
import { parseJob } from '../../lib/config/job/load-job.ts';
import { commentedJob } from '../../lib/config/layers/commented-job.ts';
import { documentLayers } from '../../lib/config/layers/document-layers.ts';
import { documentSchema } from '../../lib/config/layers/document-schema.ts';
import { effectiveSettings } from '../../lib/config/layers/effective-settings.ts';
import { installationJsonSchema } from '../../lib/config/schema/installation-schema.ts';
import { jobJsonSchema, knownSections } from '../../lib/config/schema/known-keys.ts';
import { documentRecord } from '../../lib/config/stored/document-record.ts';
import { textsOf } from '../../lib/rules/scope/scope-list.ts';

const docs = new URL('../../docs/', import.meta.url);
const keys = knownSections().flatMap((section) => section.keys);

describe('the documentation of job.yaml', () => {
  it('is what the schema says (npm run docs)', () => {
    const page = (name: string) => readFileSync(new URL(`${name}.md`, docs), 'utf8');
    expect(page('configuration')).toBe(documentSchema());
    expect(page('layers')).toBe(documentLayers());
    expect(page('combine-variables')).toBe(documentVariables());
    expect(page('record')).toBe(documentRecord());
    expect(JSON.parse(readFileSync(new URL('schema/job.schema.json', docs), 'utf8'))).toEqual(
      jobJsonSchema(),
    );
    expect(JSON.parse(readFileSync(new URL('schema/installation.schema.json', docs), 'utf8'))).toEqual(
      installationJsonSchema(),
    );
  });

  it.each(keys.map((known) => [known.path, known.node] as const))(
    'says all there is to say about %s',
    (_, node) => {
      expect(node.description).toMatch(/^[A-Z].*\.$/);
      if (node.type === 'integer' || node.type === 'number') {
        expect(node.unit).toBeDefined();
        expect(node.minimum).toBeDefined();
        expect(node.maximum).toBeLessThan(Number.MAX_SAFE_INTEGER);
      } else if (node.type !== 'boolean') expect(node.expected).toBeDefined();
      expect(node.default ?? node.example).toBeDefined();
    },
  );
});

describe('the commented job.yaml', () => {
  const start = { name: 'apples', seeds: ['https://example.org/a?b=1'], hosts: ['example.org'] };
  const text = commentedJob({ ...start, isFull: true });
  const file = '/jobs/apples/job.yaml';

  const values = (one: string) =>
    new Map(effectiveSettings(parseJob(one, file).settings).map(({ key, value }) => [key, value]));

  it('is a valid one', () => {
    const { settings } = parseJob(text, file);
    expect(settings).toMatchObject({ name: 'apples', seeds: start.seeds });
    expect(textsOf(settings.scope.hosts)).toEqual(start.hosts);
    expect(
      parseJob(commentedJob({ ...start, contact: 'me@example.org' }), file).settings.identity.contact,
    ).toBe('mailto:me@example.org');
  });

  it('has few keys where not all are asked for, no link that leads nowhere, and the same meaning', () => {
    const short = commentedJob({ ...start, schema: '../job.schema.json' });
    expect(short).toMatch(/^# yaml-language-server: \$schema=\.\.\/job\.schema\.json\n/);
    expect(short.split('\n').length).toBeLessThan(60);
    expect(short + text).not.toMatch(/\]\(\w+\.md/);
    expect(values(short)).toEqual(values(text));
  });

  it('has every key, and means the same with all defaults uncommented', () => {
    for (const { key } of keys) expect(text).toMatch(new RegExp(`^ *(# )?${key}:`, 'm'));
    // A file that an example names is not there.
    const opened = text
      .replace(/^ *# (?:[A-Za-z]*[Ff]ile|model|clusters): .*\n/gm, '')
      .replace(/^( *)# (?=[A-Za-z]+: \S)/gm, '$1');
    const before = values(text);
    const after = values(opened);
    for (const { path, node } of keys) {
      if (node.example === undefined) expect([path, after.get(path)]).toEqual([path, before.get(path)]);
      // A topic needs a file; overrides are shown entry by entry; the contact is left open.
      else if (!/^topic\.|File$|^overrides$|contact$/.test(path))
        expect([path, after.get(path)]).not.toEqual([path, undefined]);
    }
    expect(parseJob(opened, file).settings.overrides).toMatchObject([{ label: 'host slow.example.org' }]);
  });

  it('leaves the contact address open for the user', () => {
    expect(text).toMatch(/^ {2}contact:$/m);
    expect(parseJob(text, file).settings.identity.contact).toBeUndefined();
  });
});
