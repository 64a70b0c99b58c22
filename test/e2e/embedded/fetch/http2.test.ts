import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../../lib/base/url/url.ts';
import { type Answering, type FrameServer, frameServer } from '../../../support/web/frame-server.ts';
import { answer } from '../../../support/web/hostile-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { reharvestAll, withInstallation } from '../../support/process/in-process.ts';

const pem = (name: string): string =>
  readFileSync(new URL(`../../../adapters/web/fixtures/${name}.pem`, import.meta.url), 'utf8');
const certificate = { cert: pem('loopback.crt'), key: pem('loopback.key') };

const page = (path: string): string =>
  `<!doctype html><title>${path}</title><p>Sundews of ${path} grow in bogs.</html>`;

/** What there is, by path. */
function siteAt(port: number): Readonly<Record<string, string>> {
  const locs = ['/a', '/b'].map((path) => `<url><loc>https://h.localhost:${port}${path}</loc></url>`);
  return {
    '/robots.txt': `User-agent: *\nDisallow: /secret\nSitemap: https://h.localhost:${port}/sitemap.xml\n`,
    '/sitemap.xml': `<?xml version="1.0"?><urlset>${locs.join('\n')}</urlset>`,
    '/': `${page('/')}<a href="/secret">`,
    '/a': page('/a'),
    '/b': page('/b'),
    '/secret': page('/secret'),
  };
}

const resets: Readonly<Record<string, (answering: Answering) => void>> = {
  'with NO_ERROR': ({ reset }) => reset(0),
  'with CANCEL': ({ reset }) => reset(8),
  'with INTERNAL_ERROR': ({ reset }) => reset(2),
  'by GOAWAY': ({ goAway, socket }) => {
    goAway(0, 2 ** 31 - 1);
    socket.end();
  },
};

const servers: FrameServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Site {
  /** How answers over HTTP/2 break off in the middle; undefined: they are whole. */
  breaks: ((answering: Answering) => void) | undefined;
  readonly hasHttp1: boolean;
}

async function serve(site: Site): Promise<FrameServer> {
  let bodies: Readonly<Record<string, string>> = {};
  const server = await frameServer({
    certificate,
    onRequest(answering) {
      const { path, stream } = answering;
      const body = Buffer.from(bodies[path] ?? '');
      const type = path.endsWith('.xml') ? 'text/xml' : path.endsWith('.txt') ? 'text/plain' : 'text/html';
      stream.respond({ ':status': 200, 'content-type': type });
      if (site.breaks === undefined) stream.end(body);
      else
        stream.write(body.subarray(0, body.length - 15), () =>
          setTimeout(() => site.breaks?.(answering), 20),
        );
    },
    ...(site.hasHttp1 && {
      onOldRequest: (socket, path) => void socket.write(answer(bodies[path], ['Content-Type: text/html'])),
    }),
  });
  bodies = siteAt(server.port);
  servers.push(server);
  return server;
}

function job(server: FrameServer): string {
  return jobDirectory('http2', {
    seeds: [`https://h.localhost:${server.port}/`],
    fetch: { http2: true, maxTries: 3 },
    network: { allow: ['localhost'], insecureTls: ['localhost'] },
  });
}

async function stored(directory: string, server: FrameServer) {
  const data = openData(join(directory, 'data'));
  const [collection, { records }] = [await data.collection('http2'), await data.published('http2')];
  data.close();
  return Object.keys(siteAt(server.port)).flatMap((path) => {
    const found = collection.get(`https://h.localhost:${server.port}${path}` as CanonicalUrl);
    const record = records.get(found?.md5 ?? '')?.record;
    return record === undefined ? [] : [`${path} ${record.text} ${record.response.truncated}`];
  });
}

describe.each(Object.entries(resets))('a host whose HTTP/2 streams are all reset %s', (_, breaks) => {
  it('is crawled with HTTP/1.1: its robots.txt, its sitemap and its pages', async () => {
    const server = await serve({ breaks, hasHttp1: true });
    const directory = job(server);
    await withInstallation(directory, async (installation, name) => {
      await installation.seed(name, [`https://h.localhost:${server.port}/`]);
      await installation.crawl(name, {});
    });
    const found = await stored(directory, server);
    expect(found.map((one) => one.split(' ')[0])).toEqual(['/', '/a', '/b']);
    expect(found.every((one) => one.endsWith('grow in bogs. false'))).toBe(true);
    expect(server.asked).not.toContain('1 /secret');
    expect(new Set(server.asked).size).toBe(server.asked.length);
  });

  it('keeps the pages that are stored, where it speaks nothing else', async () => {
    const site: Site = { breaks: undefined, hasHttp1: false };
    const server = await serve(site);
    const directory = job(server);
    await withInstallation(directory, async (installation, name) => {
      await installation.seed(name, [`https://h.localhost:${server.port}/`]);
      await installation.crawl(name, {});
      site.breaks = breaks;
      await reharvestAll(installation, name);
      await installation.crawl(name, {});
    });
    const found = await stored(directory, server);
    expect(found.map((one) => one.split(' ')[0])).toEqual(['/', '/a', '/b']);
    expect(found.every((one) => one.endsWith('grow in bogs. false'))).toBe(true);
    expect(server.asked.length).toBeGreaterThan(5);
  });
});
