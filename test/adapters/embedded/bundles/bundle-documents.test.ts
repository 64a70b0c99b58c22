import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BundleDocuments } from '../../../../lib/adapters/embedded/bundles/bundle-documents.ts';
import { FileEraser } from '../../../../lib/adapters/embedded/bundles/file-eraser.ts';
import { recoverBundles } from '../../../../lib/adapters/embedded/bundles/recover-bundles.ts';
import { type Files, nodeFiles } from '../../../../lib/adapters/embedded/files/files.ts';
import { fileError } from '../../../../lib/adapters/system/file-error.ts';
import { footerLength, indexOffset } from '../../../../lib/archive/warc/bundle-index.ts';
import { memberPlace } from '../../../../lib/archive/warc/document-name.ts';
import { isMemberOf } from '../../../../lib/archive/warc/erase-in-bundle.ts';
import { noise } from '../../../contracts/fixture.ts';
import { md5Of } from '../../../contracts/records/records-made.ts';
import { documentBody, fetchedDocument, putDocument } from '../../../support/put-document.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const put = (documents: BundleDocuments, at: number, size = 1_000): Promise<string> =>
  putDocument(documents, 'job', { md5: md5Of(at), body: noise(size, at) });
const bundleNames = (): readonly string[] => readdirSync(join(directory, 'bundles/job')).sort();

/** Whether a bundle ends with an index. */
function isEnded(bytes: Uint8Array): boolean {
  try {
    return indexOffset(bytes.subarray(-footerLength)) > 0;
  } catch {
    return false;
  }
}

describe('bundles on disk', () => {
  it('begin another one at a stated size and after a day, and end each with an index', async () => {
    let now = Date.parse('2026-11-25T10:00:00Z');
    const documents = new BundleDocuments(directory, { now: () => now, maxBytes: 5_000 });
    for (let at = 0; at < 6; at++) await put(documents, at, 2_000);
    expect(bundleNames().filter((name) => name.endsWith('.warc.gz'))).toHaveLength(3);
    now += 86_400_000;
    await put(documents, 7);
    documents.close();
    const names = bundleNames();
    expect(names).toHaveLength(4 - 1 + 1);
    expect(names.at(-1)).toMatch(/^20261126-[0-9a-f]{12}-0000\d\.warc\.gz$/);
    for (const name of names) expect(isEnded(readFileSync(join(directory, 'bundles/job', name)))).toBe(true);
  });

  it('begin another one when an index would be long', async () => {
    const documents = new BundleDocuments(directory, { maxPages: 2 });
    for (let at = 0; at < 5; at++) await put(documents, at);
    documents.close();
    expect(bundleNames()).toHaveLength(3);
  });

  it('are cut back to the last whole page when the disk is full inside one', async () => {
    let room = 1_000_000;
    const full: Files = {
      ...nodeFiles,
      overwrite(path, offset, data) {
        nodeFiles.overwrite(path, offset, data.subarray(0, room));
        if (data.length > room) throw fileError(path, Object.assign(new Error('full'), { code: 'ENOSPC' }));
      },
    };
    const documents = new BundleDocuments(directory, { files: full });
    const first = await put(documents, 1);
    const { bundle = '', offset = 0, length = 0 } = memberPlace(first) ?? {};
    room = 300;
    await expect(put(documents, 2)).rejects.toMatchObject({ code: 'full' });
    expect(nodeFiles.size(join(directory, bundle))).toBe(offset + length);
    // Without room for the index, too, the members stay, and the next process ends the bundle.
    room = 20;
    documents.close();
    expect(nodeFiles.size(join(directory, bundle))).toBe(offset + length);
    recoverBundles(directory, 1);
    expect(bundleNames()).toEqual([bundle.split('/').at(-1)]);
    expect(isEnded(readFileSync(join(directory, bundle)))).toBe(true);
    expect(await documentBody(documents, first)).toEqual(noise(1_000, 1));
  });

  it('go on after a full disk with what was kept before', async () => {
    let isFull = false;
    const documents = new BundleDocuments(directory, {
      files: {
        ...nodeFiles,
        overwrite(path, offset, data) {
          nodeFiles.overwrite(path, offset, isFull ? data.subarray(0, 10) : data);
          if (isFull) throw fileError(path, Object.assign(new Error('full'), { code: 'ENOSPC' }));
        },
      },
    });
    const first = await put(documents, 1);
    isFull = true;
    await expect(put(documents, 2)).rejects.toMatchObject({ code: 'full' });
    isFull = false;
    const third = await put(documents, 3);
    documents.close();
    expect(await documentBody(documents, first)).toEqual(noise(1_000, 1));
    expect(await documentBody(documents, third)).toEqual(noise(1_000, 3));
    const { bundle = '' } = memberPlace(first) ?? {};
    expect((await documents.entries(bundle)).map(({ md5 }) => md5)).toEqual([md5Of(1), md5Of(3)]);
  });

  it('cut off at any byte have all pages before that, listed, and get an index of them', async () => {
    const documents = new BundleDocuments(directory);
    const names: string[] = [];
    for (let at = 0; at < 4; at++) names.push(await put(documents, at, 300));
    const places = names.map((name) => memberPlace(name) as NonNullable<ReturnType<typeof memberPlace>>);
    const key = places[0]?.bundle ?? '';
    const path = join(directory, key);
    const whole = readFileSync(path);
    for (let size = 0; size <= whole.length; size += 37) {
      writeFileSync(path, whole.subarray(0, size));
      writeFileSync(`${path}.open`, '');
      const left = places.filter(({ offset, length }) => offset + length <= size);
      expect((await documents.entries(key)).map(({ offset }) => offset)).toEqual(
        left.map(({ offset }) => offset),
      );
      recoverBundles(directory, 1);
      expect(bundleNames()).toEqual(left.length === 0 ? [] : [key.split('/').at(-1)]);
      if (left.length === 0) continue;
      const recovered = readFileSync(path);
      expect(isEnded(recovered)).toBe(true);
      const end = Math.max(...left.map(({ offset, length }) => offset + length));
      expect(recovered.subarray(0, end).equals(whole.subarray(0, end))).toBe(true);
      expect(await documents.entries(key)).toHaveLength(left.length);
      recoverBundles(directory, 2);
      expect(readFileSync(path).equals(recovered)).toBe(true);
    }
  });

  it('lose only the damaged page when there is one in the middle, which an erasure can still reach', async () => {
    const documents = new BundleDocuments(directory);
    const body = Buffer.concat([noise(200_000, 2), Buffer.from('secret')]);
    const gzip = gzipSync(body);
    const names = [await put(documents, 1)];
    names.push(await putDocument(documents, 'job', { md5: md5Of(2), body, gzip }));
    for (const at of [3, 4]) names.push(await put(documents, at));
    const { bundle = '', offset = 0, length = 0 } = memberPlace(names[1] ?? '') ?? {};
    const path = join(directory, bundle);
    nodeFiles.overwrite(path, offset + 50, noise(2_000));
    recoverBundles(directory, 1);
    expect((await documents.entries(bundle)).map(({ md5 }) => md5)).toEqual([1, 3, 4].map(md5Of));
    expect(await documentBody(documents, names[3])).toEqual(noise(1_000, 4));

    await new FileEraser(directory).erase([{ name: names[1] ?? '', md5: md5Of(2) }]);
    expect(isMemberOf(readFileSync(path).subarray(offset, offset + length), md5Of(2))).toBe('erased');
    expect((await documents.entries(bundle)).map(({ md5 }) => md5)).toEqual([1, 3, 4].map(md5Of));
    expect(await documentBody(documents, names[2])).toEqual(noise(1_000, 3));
  });

  it('have a page that is longer than what is read of a bundle at a time', async () => {
    const documents = new BundleDocuments(directory);
    const long = await put(documents, 1, 3_000_000);
    const next = await put(documents, 2);
    const { bundle = '' } = memberPlace(long) ?? {};
    recoverBundles(directory, 1);
    expect((await documents.entries(bundle)).map(({ md5 }) => md5)).toEqual([md5Of(1), md5Of(2)]);
    expect(await documentBody(documents, next)).toEqual(noise(1_000, 2));
  });

  it('keep no credential and no cookie of a response', async () => {
    const documents = new BundleDocuments(directory, { compress: async (parts) => Buffer.concat(parts) });
    const headers = {
      'content-type': 'text/html',
      'set-cookie': 'id=hush-1\nid=hush-2',
      'www-authenticate': 'Basic realm="hush-3"',
      'x-csrf-token': 'hush-4',
      'proxy-status': 'hush-5',
      'x-amz-security-token': 'hush-6',
      'x-session-id': 'hush-7',
      'x-robots-tag': 'noarchive\nnosnippet',
      'content-encoding': 'br',
      'content-length': '7',
      'x-author': 'somebody',
      connection: 'close',
    };
    const { bytes } = await documents.encode(
      fetchedDocument({ md5: md5Of(1), body: Buffer.from('the page'), headers }),
    );
    const text = Buffer.from(bytes).toString();
    expect(text).not.toContain('hush');
    expect(text).toContain(
      'HTTP/1.1 200 \r\ncontent-type: text/html\r\nx-robots-tag: noarchive\r\nx-robots-tag: nosnippet\r\nx-author: somebody\r\ncontent-length: 8\r\n\r\nthe page\r\n\r\n',
    );
  });
});
