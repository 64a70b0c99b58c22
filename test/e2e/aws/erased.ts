import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdkClient } from '../../../lib/adapters/aws/clients/sdk-client.ts';
import { clientConfig } from '../../../localstack/clients.ts';
import { winnow } from '../../bin/test-io.ts';
import { documentBody } from '../../support/put-document.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { until, untilQuiet, withClockwork } from '../support/clockwork.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';

const job = 'erased';
const hosts = ['e0', 'e1', 'e2', 'e3'].map((name) => `${name}.localhost`);
const [gone = ''] = hosts;
const pages = 5;

/** A host is taken down whose pages share bundles and changes objects with those of others. */
export function erased(stack: () => DeployedStack): void {
  describe('a host that is purged and erased', () => {
    let web: TestWeb;
    const run = async (verb: string, ...rest: readonly string[]): Promise<string> => {
      const { exit, out, err } = await winnow([verb, ...rest, '--stack', stack().name, '--job-name', job]);
      expect({ verb, exit, err }).toEqual({ verb, exit: 0, err: '' });
      return out;
    };
    const records = async () => (await stack().runtime.stores.records.records(job, 100)).records;
    /** What is stored of the job in all versions that the bucket has, as text; bundles and changes are gzip. */
    async function everything(): Promise<readonly string[]> {
      const s3 = sdkClient(S3Client, { ...clientConfig(stack().cloud), forcePathStyle: true });
      const Bucket = stack().outputs.BucketName;
      const found: string[] = [];
      for (const kind of ['bundles', 'changes']) {
        const listed = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: `${kind}/${job}/` }));
        expect(listed.IsTruncated).not.toBe(true);
        for (const { Key, VersionId } of listed.Versions ?? []) {
          const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
          found.push(gunzipSync((await Body?.transformToByteArray()) ?? '').toString());
        }
      }
      s3.destroy();
      return found;
    }

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ name, path, port }) => {
          if (path === '/robots.txt') return undefined;
          const links = Array.from({ length: pages }, (_, at) => `<a href="/${at}">${at}</a>`).join(' ');
          const others = hosts.map((host) => `<a href="http://${host}:${port}/">x</a>`).join(' ');
          const body = `<title>${path}</title><p>secret-of-${name} on ${path} ${path === '/' ? links + others : ''}`;
          return { headers: { 'content-type': 'text/html' }, body };
        },
      });
      const seeds = hosts.map((host) => web.url(host));
      await openOnStack(stack(), job, { seeds, turn: { maxPages: 10, maxSeconds: 2 } });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
    }, 400_000);

    afterAll(() => web.close());

    it('had its pages in bundles with those of others', async () => {
      const texts = await everything();
      const shared = texts.filter((text) => text.startsWith('WARC/') && text.includes(`secret-of-${gone}`));
      expect(shared.length).toBeGreaterThan(0);
      expect(shared.some((text) => hosts.slice(1).some((host) => text.includes(`secret-of-${host}`)))).toBe(
        true,
      );
    });

    it('is in no version of any object, and the pages of others are where they were', async () => {
      expect(await records()).toHaveLength(hosts.length * (pages + 1));
      const before = (await records()).filter(({ firstUrl = '' }) => !firstUrl.includes(gone));
      await run('block', web.host(gone), '--purge', '--reason', 'its owner asked');
      await withClockwork(stack(), () =>
        until('its records are gone', async () => (await records()).length === before.length),
      );
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      await run('stop');
      expect(await run('erase', web.host(gone), '--yes')).toMatch(/raw documents +6 in \d+ bundles?/);
      for (const text of await everything()) {
        expect(text).not.toContain(`secret-of-${gone}`);
        expect(text).not.toContain(`WARC-Target-URI: ${web.url(gone)}`);
      }
      expect(await records()).toEqual(before);
      for (const { document, firstUrl = '' } of before) {
        const body = (await documentBody(stack().runtime.stores.documents, document)) ?? [];
        expect(Buffer.from(body).toString()).toContain(`secret-of-${new URL(firstUrl).hostname}`);
      }
      expect(JSON.parse(await run('sanity', '--documents', '--json'))).toEqual([]);
    }, 400_000);
  });
}
