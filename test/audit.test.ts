import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { root } from './support/architecture/imports.ts';

let registry: Server | undefined;
afterEach(() => new Promise<void>((resolve) => registry?.close(() => resolve())));

/** Runs `.ci/audit` with a registry that gives this answer when it is asked for an audit, and knows no package. */
async function audit(status: number, body: string): Promise<{ readonly code: number; readonly out: string }> {
  const server = createServer(({ url = '' }, response) => {
    const isAudit = url.includes('/security/');
    response.writeHead(isAudit ? status : 404, { 'content-type': 'application/json' });
    response.end(isAudit ? body : '{}');
  });
  registry = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
  };
  return await new Promise((resolve) => {
    execFile(join(root, '.ci/audit'), { env }, (error, out) =>
      resolve({ code: error === null ? 0 : Number(error.code), out }),
    );
  });
}

const weakness = { id: 1, url: 'https://weak.example/', title: 'weak', vulnerable_versions: '*' };

describe('the audit of dependencies', () => {
  it('passes where the registry knows of no weakness', async () => {
    const { code, out } = await audit(200, '{}');
    expect({ code, out }).toEqual({ code: 0, out: 'no known weakness of level high or critical\n' });
  });

  it('fails where it knows of one', async () => {
    const { code, out } = await audit(200, JSON.stringify({ yaml: [{ ...weakness, severity: 'critical' }] }));
    expect(code).toBe(1);
    expect(out).toMatch(/yaml\s+Severity: critical/);
  });

  it.each([
    ['refuses', 403, '{"error":"forbidden"}'],
    ['has no audits', 404, '{}'],
    ['answers something else', 200, '<html>hello'],
  ])('neither passes nor fails where the registry %s, and says so', async (_, status, body) => {
    const { code, out } = await audit(status, body);
    expect(code).toBe(75);
    expect(out).toMatch(/^NOT AUDITED: http:\/\/127\.0\.0\.1:\d+\/ gave no audit:\n.+/);
    expect(out).not.toContain('no known weakness');
  });
});
