import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runningCloud } from '../../localstack/cloud.ts';
import { type Cloud, writeState } from '../../localstack/state.ts';
import { listen } from '../support/web/hostile-server.ts';

let server: Server;
let home: string;
let ours: Cloud;

beforeEach(async () => {
  server = createServer((_, response) => response.end('{}'));
  home = mkdtempSync(join(tmpdir(), 'winnow-cloud-'));
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  ours = { endpoint, emulator: 'ministack', strict: true, startedBy: 'a test' };
});

afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
});

describe('the cloud that runs', () => {
  it('is the one of the home', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', '');
    expect(await runningCloud(home)).toBeUndefined();
    writeState(home, ours);
    expect(await runningCloud(home)).toEqual(ours);
  });

  it('is still known to be strict in a shell that took over what cloud:up printed', async () => {
    writeState(home, ours);
    vi.stubEnv('AWS_ENDPOINT_URL', ours.endpoint);
    expect(await runningCloud(home)).toEqual(ours);
  });

  it("is somebody else's where the environment names another one, which must answer", async () => {
    writeState(home, { ...ours, endpoint: 'http://127.0.0.1:1' });
    vi.stubEnv('AWS_ENDPOINT_URL', ours.endpoint);
    expect(await runningCloud(home)).toMatchObject({ emulator: 'given', endpoint: ours.endpoint });
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:2');
    await expect(runningCloud(home)).rejects.toThrow('nothing answers there');
  });
});
