import { expect, it, vi } from 'vitest';
import { main } from '../../bin/main.ts';
import { testIo, winnow } from '../bin/test-io.ts';
import { jobDirectory } from '../e2e/support/job-directory.ts';
import { parseXml } from '../support/export/xml.ts';
import { checkOai } from '../support/oai/oai-schema.ts';
import { send } from '../support/rest/kept-server.ts';

const listen = ['--listen', '127.0.0.1:0'];
const directoryOf = () =>
  jobDirectory('birds', { seeds: [], userAgent: { contact: 'crawler@birds.example' } });

it('winnow serve --oai JOB has everybody harvest that job, of which nothing may be crawled yet', async () => {
  const interrupt = new AbortController();
  const { io, said } = testIo({ interrupt: interrupt.signal });
  const served = main(['serve', '--job', directoryOf(), ...listen, '--oai', 'birds'], io);
  await vi.waitFor(() => expect(said.out).toMatch(/^winnow_.*\n$/), { timeout: 60_000 });
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(said.err)?.[1]);
  const { status, text } = await send(port, '/oai/birds?verb=Identify');
  expect(status).toBe(200);
  checkOai(parseXml(text));
  expect(text).toContain('<adminEmail>crawler@birds.example</adminEmail>');
  const none = await send(port, '/oai/birds?verb=ListRecords&metadataPrefix=oai_dc');
  expect(none.text).toContain('noRecordsMatch');
  expect((await send(port, '/v1/jobs')).status).toBe(401);
  interrupt.abort();
  expect(await served).toBe(0);
}, 60_000);

it('winnow serve --oai names a job that is not there', async () => {
  const { exit, err } = await winnow(['serve', '--job', directoryOf(), ...listen, '--oai', 'fish']);
  expect(exit).toBe(1);
  expect(err).toContain('there is no job fish');
}, 60_000);
