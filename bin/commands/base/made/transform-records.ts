import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WinnowError } from '../../../../lib/base/error.ts';
import type { Made } from '../../../../lib/pipeline/operation/made.ts';

/** Records that one process of xsltproc makes. */
const batch = 50;
const [maxBytes, patienceMs] = [512_000_000, 120_000];
const declaration = /<\?xml[^>?]*\?>\n?/g;

/**
 * Has xsltproc make each record by a stylesheet. What is deleted stays as it is.
 * @throws WinnowError `config` where there is no xsltproc, no script, or it makes nothing of a record
 */
export async function* transformRecords(pieces: AsyncIterable<Made>, script: string): AsyncGenerator<Made> {
  if (!existsSync(script)) throw new WinnowError('config', `--xsltscript ${script}: there is no such file`);
  const folder = mkdtempSync(join(tmpdir(), 'winnow-xslt-'));
  let waiting: { readonly file: string; readonly bytes: Uint8Array }[] = [];
  const flush = async function* (): AsyncGenerator<Made> {
    if (waiting.length === 0) return;
    const paths = waiting.map(({ bytes }, at) => {
      const path = join(folder, `${at}.xml`);
      writeFileSync(path, bytes);
      return path;
    });
    const [{ file } = { file: '' }] = waiting;
    waiting = [];
    yield { file, bytes: await transformed(script, paths), isRecord: true };
  };
  try {
    for await (const piece of pieces) {
      if ('bytes' in piece && piece.isRecord && !isDeletion(piece.bytes)) {
        waiting.push(piece);
        if (waiting.length < batch) continue;
        yield* flush();
      } else {
        if (!('progress' in piece)) yield* flush();
        yield piece;
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isDeletion(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 200)).includes(' action="delete"');
}

const run = promisify(execFile);

async function transformed(script: string, paths: readonly string[]): Promise<Uint8Array> {
  try {
    const { stdout } = await run('xsltproc', ['--nonet', '--novalid', script, ...paths], {
      ...{ maxBuffer: maxBytes, timeout: patienceMs },
    });
    return Buffer.from(stdout.replace(declaration, ''));
  } catch (cause) {
    const { code, stderr = '' } = cause as { readonly code?: string | number; readonly stderr?: string };
    const why =
      code === 'ENOENT'
        ? 'xsltproc is not installed: it is in the package xsltproc of Debian, or libxslt'
        : `xsltproc says: ${stderr.trim().slice(0, 500)}`;
    throw new WinnowError('config', `--xsltscript ${script}: ${why}`, { cause });
  }
}
