import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { FileEraser } from '../../../../lib/adapters/embedded/bundles/file-eraser.ts';
import { FileOffTopic } from '../../../../lib/adapters/embedded/files/file-off-topic.ts';
import { hostFile } from '../../../../lib/adapters/embedded/files/host-file.ts';
import type { HostName } from '../../../../lib/base/url/url.ts';

it('leaves nothing of files that a process was killed over', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-eraser-'));
  try {
    const key = { job: 'birds', host: 'a.example' as HostName };
    const offTopic = new FileOffTopic(directory);
    await offTopic.put(key, '1-a', ['kept']);
    const unfinished = ['off-topic', 'converting'].map((what) =>
      join(directory, what, 'birds', dirname(hostFile(key.host)), '0123456789abcdef-1.part'),
    );
    unfinished.push(join(directory, 'staged', 'birds', '-x', '0123456789abcdef-2.part'));
    for (const path of unfinished) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'half of a secret');
    }
    await new FileEraser(directory).forget(key);
    for (const path of unfinished) expect(() => readFileSync(path)).toThrow('ENOENT');
    expect(await offTopic.read(key, '1-a')).toEqual(['kept']);
    await new FileEraser(directory).forget({ job: 'another', host: key.host });
  } finally {
    rmSync(directory, { recursive: true });
  }
});
