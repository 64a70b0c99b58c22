import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabaseBeside } from '../../../../lib/adapters/embedded/tables/database.ts';
import { winnow as winnowHere } from '../../../bin/test-io.ts';
import { startWeb } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { winnow } from '../../support/process/winnow-process.ts';

/** A turn of the healthy host takes so long that those of the damaged one fail six times beside it, a second apart. */
const slowMs = 6_500;

it.concurrent.each([
  ['on-this-thread', 0],
  ['on-workers', 2],
])(
  'a host whose stored state is damaged is quarantined and named, and costs the other hosts nothing (%s)',
  async (name, workers) => {
    const delays: number[] = [];
    const web = await startWeb({
      pages({ name: host, path }) {
        if (path === '/robots.txt') return undefined;
        return {
          headers: { 'content-type': 'text/html' },
          body: `<title>${host}</title><p>${host} says ${path} <a href="/1">1</a> <a href="/2">2</a>`,
          // Once: one turn is long enough.
          delayMs: host.startsWith('b.') ? (delays.shift() ?? 0) : 0,
        };
      },
    });
    const directory = jobDirectory(name, {
      seeds: [web.url('a.localhost'), web.url('b.localhost')],
      turn: { maxPages: 1 },
      crawl: { workers, patience: 1 },
    });
    const job = ['--job', directory];
    expect(await winnowHere(['crawl', ...job, '--max-pages', '2'])).toMatchObject({ exit: 0 });
    const { connection, close } = openDatabaseBeside(join(directory, 'data'));
    connection.run(
      "UPDATE body SET bytes = substr(bytes, 1, length(bytes) - 8) WHERE host LIKE 'a.localhost%'",
    );
    close();
    delays.push(slowMs);
    const { exit, err } = await winnow(['crawl', ...job]);
    expect({ exit, err }).toMatchObject({
      exit: 0,
      err: expect.stringMatching(/a\.localhost.* quarantined until/),
    });
    const data = openData(join(directory, 'data'));
    const ofB = (await data.records(name)).filter(({ firstUrl }) => firstUrl?.includes('//b.'));
    expect(ofB).toHaveLength(3);
    data.close();
    await web.close();
    expect((await winnowHere(['status', ...job])).out).toMatch(/quarantined +a\.localhost:\d+ since/);
    expect((await winnowHere(['doctor', ...job])).out).toMatch(/host a\.localhost:\d+/);
    const { out } = await winnowHere(['sanity', ...job]);
    expect(out).toContain('host-quarantined');
    expect(out).toContain('body-unreadable');
  },
  120_000,
);
