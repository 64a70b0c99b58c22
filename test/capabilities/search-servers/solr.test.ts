import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import { solr } from '../../../lib/capabilities/search-servers/solr-sink.ts';
import type { SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { openedSink } from '../../support/search-servers/kinds.ts';
import { put } from '../../support/search-servers/record-changes.ts';
import type { StubServer } from '../../support/search-servers/stub-server.ts';
import { stubSolr } from '../../support/search-servers/stub-solr.ts';

const never = new AbortController().signal;
const code = (error: string, words: RegExp) => ({ code: error, message: expect.stringMatching(words) });

describe('a Solr that does not do its work', () => {
  const web = new UndiciTargetWeb();
  let stub: StubServer;
  let count = 0;
  beforeAll(async () => {
    stub = await stubSolr();
  });
  afterEach(() => {
    stub.before = undefined;
  });
  afterAll(async () => {
    await web.close();
    await stub.stop();
  });
  const newSink = async () =>
    await openedSink(solr as SinkType<unknown>, {
      web,
      settings: {
        ...{ url: `${stub.url}/solr`, collection: `pages${++count}` },
        ...{ textType: 'text_general', commitWithinMs: 1_000 },
      },
    });

  test('that somebody else writes at the same time is read again, and what was written first stays', async () => {
    const sink = await newSink();
    await sink.push([put('a', 1)], never);
    let updates = 0;
    stub.before = ({ path, body }) => {
      if (path[2] !== 'update' || body === '') return undefined;
      updates += 1;
      return updates === 1
        ? { status: 409, json: { error: { msg: 'version conflict', code: 409 } } }
        : undefined;
    };
    expect(await sink.push([put('a', 2)], never)).toEqual([]);
    expect(updates).toBe(2);
    stub.before = ({ path }) =>
      path[2] === 'update'
        ? { status: 409, json: { error: { msg: 'version conflict', code: 409 } } }
        : undefined;
    const words = /somebody else writes the same records/;
    await expect(sink.push([put('a', 3)], never)).rejects.toMatchObject(code('unavailable', words));
  });

  test('that is no cloud is told what it lacks', async () => {
    stub.before = ({ path }) => (path[1] === 'admin' ? { json: { mode: 'std' } } : undefined);
    const failed = (await newSink()).push([put('a', 1)], never);
    await expect(failed).rejects.toMatchObject(
      code('config', /is a single Solr, .*: start it as SolrCloud \(`bin\/solr start -c`\)/),
    );
  });
});
