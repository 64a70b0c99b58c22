import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationEntry } from '../../lib/operations/everywhere.ts';
import { operations } from '../../lib/operations/operations.ts';
import { type KeptServer, send, serveKept } from '../support/rest/kept-server.ts';
import { offeredByFaces, ofMachine } from '../support/rest/offered.ts';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

let server: KeptServer;
let described: Described;
beforeAll(async () => {
  server = await serveKept();
  described = JSON.parse((await send(server.port, '/openapi.json')).text) as Described;
});
afterAll(() => server.close());

describe('/openapi.json', () => {
  it('is a description of OpenAPI 3.1 that a validator takes', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...described })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has every operation once, and each is at its route', async () => {
    const ids = Object.values(described.paths).flatMap((one) =>
      Object.values(one).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([...offeredByFaces]));
    for (const name of ofMachine) expect(ids).not.toContain(name);
    for (const [path, methods] of Object.entries(described.paths))
      for (const method of Object.keys(methods)) {
        const asked = path.replace('{job}', 'none');
        const { status, text } = await server.ask(asked, {
          method: method.toUpperCase(),
          ...(method === 'post' ? { body: { bogus: 1 } } : {}),
        });
        expect(method === 'post' ? [400] : [200, 400, 404], path).toContain(status);
        // An operation says which kind of error it is; a route that is none does not.
        if (status === 404) expect(JSON.parse(text), path).toMatchObject({ code: 'not-found' });
      }
  });

  it('says in which forms each answer comes', async () => {
    const typesOf = (path: string, method = 'get'): readonly string[] => {
      const asked = described.paths[path]?.[method] as unknown as {
        readonly responses: { readonly 200: { readonly content: object } };
      };
      return Object.keys(asked.responses[200].content);
    };
    const rows = ['application/jsonl', 'text/event-stream'];
    expect(typesOf('/v1/jobs/{job}/snapshot')).toEqual(rows);
    expect(typesOf('/v1/jobs/{job}/graph')).toEqual(rows);
    expect(typesOf('/v1/jobs/{job}/export', 'post')).toContain('*/*');
    expect(typesOf('/v1/jobs/{job}/report')).toContain('text/html');
    expect(typesOf('/v1/jobs/{job}/status')).toEqual(['application/json', ...rows, 'text/csv']);
    const graph = await server.ask('/v1/jobs/kept/graph');
    expect(graph.headers['content-type']).toBe('application/jsonl');
  });

  it('says of fields what help says of them', async () => {
    const entry: OperationEntry = operations.reharvest;
    const text = JSON.stringify(described.paths['/v1/jobs/{job}/reharvest']);
    expect(text).toContain(entry.summary);
    expect(text).toContain('select pages of <host>, or of the hosts of the domain <host>');
    expect(text).not.toContain('"by"');
  });
});
