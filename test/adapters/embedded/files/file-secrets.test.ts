import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileSecrets } from '../../../../lib/adapters/embedded/files/file-secrets.ts';
import { secretsContract } from '../../../contracts/secrets.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'winnow-secrets-'));
  await mkdir(join(directory, 'secrets'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true });
});

const put = (mode: number) =>
  writeFile(join(directory, 'secrets', 'members.json'), '{"sites": []}', { mode });

secretsContract('FileSecrets', async () => {
  const path = (name: string): string => join(directory, 'secrets', `${name}.json`);
  return {
    secrets: new FileSecrets(directory),
    put: (name, text) => writeFile(path(name), text, { mode: 0o600 }),
    remove: (name) => rm(path(name)),
  };
});

describe('a secret on one machine', () => {
  test('is a file of the data directory that only its owner can read', async () => {
    await put(0o600);
    expect(await new FileSecrets(directory).secret('members')).toBe('{"sites": []}');
  });

  test.skipIf(process.platform === 'win32')('is refused while others can read it', async () => {
    await put(0o640);
    await expect(new FileSecrets(directory).secret('members')).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/mode 640.*chmod 600 .*members\.json/),
    });
  });

  test('may stand in the environment, which comes first', async () => {
    await put(0o600);
    vi.stubEnv('WINNOW_SECRET_MY_SITE', '{}');
    expect(await new FileSecrets(directory).secret('my-site')).toBe('{}');
  });

  test('that there is not is asked for by the names of both places', async () => {
    await expect(new FileSecrets(directory).secret('my-site')).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/my-site\.json.*WINNOW_SECRET_MY_SITE/),
    });
  });
});
