import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerSchemas, answersFile, answersModule } from '../../packaging/write-answers.ts';
import { type KeptServer, send, serveKept } from '../support/rest/kept-server.ts';

it('the schemas of answers are what the types of the operations say (`npm run docs` writes the file)', () => {
  expect(answersModule(answerSchemas())).toBe(readFileSync(answersFile, 'utf8'));
}, 120_000);

describe('an answer', () => {
  let server: KeptServer;
  let document: Record<string, unknown>;
  beforeAll(async () => {
    server = await serveKept();
    document = JSON.parse((await send(server.port, '/openapi.json')).text);
  });
  afterAll(() => server.close());

  const asked = [
    ...[
      'status',
      'records?limit=3',
      'howmany',
      'hosts',
      'cost',
      'stats',
      'metrics',
      'sites',
      'hubs',
      'links',
    ],
    ...['ranks', 'examples-list', 'regions', 'strategy', 'why?url=https%3A%2F%2Fherons.example%2F'],
  ].map((one) => `/v1/jobs/kept/${one}`);
  it.each([...asked, '/v1/jobs', '/v1/audit', '/v1/commands'])(
    'of %s is as its schema says',
    async (path) => {
      const { status, text } = await server.ask(path);
      expect(status, text).toBe(200);
      const route = path.replace(/\?.*/, '').replace('/kept/', '/{job}/').replaceAll('/', '~1');
      const at = `#/paths/${route}/get/responses/200/content/application~1json/schema`;
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      ajv.addSchema(document, 'openapi');
      const isValid = ajv.getSchema(`openapi${encodeURI(at)}`);
      expect(isValid?.(JSON.parse(text)), JSON.stringify(isValid?.errors)).toBe(true);
      expect(JSON.stringify(isValid?.schema)).toMatch(/\$ref|properties|items/);
    },
  );
});
