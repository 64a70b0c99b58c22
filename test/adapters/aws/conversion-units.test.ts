import { describe, expect, it } from 'vitest';
import { Meter } from '../../../lib/adapters/aws/metering/meter.ts';
import { unitsOf } from '../../../lib/adapters/aws/metering/price.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { encodeDocument } from '../../../lib/domain/convert/conversion.ts';
import { type CostUnits, dollarsOf } from '../../../lib/domain/cost/units.ts';
import { runConversion } from '../../../lib/pipeline/convert/run-conversion.ts';
import { newHost } from '../../../lib/pipeline/frontier/deliver.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { awsStores } from '../../../lib/runtime/aws/aws-ports.ts';
import { clientsOf, localCloud, makeBucket, makeQueue, makeTable } from '../../support/cloud/local-cloud.ts';
import { stagedDocument } from '../../support/converting/staged-document.ts';
import { testSettings } from '../../support/settings.ts';

const cloud = await localCloud();
const documents = 20;
/** The requests of the event source mapping for an order: one receives it, one deletes it. */
const queueRequests = 2;

describe.skipIf(cloud === undefined)(
  'what the conversion of a document has billed, beside its page and its turns',
  () => {
    it('is 2 PUTs, 4 GETs, 2 write units and 2.2 requests to queues, $16 at most per million documents without Lambda', async () => {
      if (cloud === undefined) return;
      const clients = clientsOf(cloud);
      const stores = awsStores(clients, {
        frontierTable: await makeTable(clients),
        recordsTable: await makeTable(clients),
        bucket: await makeBucket(clients),
        queueUrl: await makeQueue(clients),
        convertQueueUrl: await makeQueue(clients, { fifo: false }),
      });
      await ensureJob(stores, testSettings('papers'));
      const key = { job: 'papers', host: 'a.example' as HostName };
      await stores.hosts.putControl(key, undefined, { ...newHost, state: 'due', dueAt: 1, turn: 1 });
      const meter = new Meter();
      for (const client of [clients.dynamo, clients.s3, clients.sqs]) meter.watch(client);
      const orders = Array.from({ length: documents }, (_, i) => ({
        ...key,
        id: `document-${i}`,
        url: `http://a.example/${i}.pdf` as CanonicalUrl,
      }));
      // What a turn does with each, what a converter does, and what the turn does that takes the text in.
      const bytes = encodeDocument(stagedDocument(new Uint8Array(100_000), 'application/pdf'));
      for (const { id } of orders) await stores.conversions.put(key, id, 'document', bytes);
      for (let from = 0; from < documents; from += 5)
        await stores.convertQueue.send(orders.slice(from, from + 5));
      const converter = {
        convert: async () => ({ kind: 'converted' as const, html: '<p>text'.repeat(1_000) }),
      };
      for (const order of orders) await runConversion({ ...stores, converter }, order, 1);
      const messages = await stores.hosts.inbox(key, 50);
      for (const { id } of orders) {
        await stores.conversions.read(key, id, 'result');
        await stores.conversions.read(key, id, 'document');
      }
      await stores.hosts.deleteInbox(
        key,
        messages.map(({ id }) => id),
      );
      await stores.conversions.delete(
        key,
        orders.map(({ id }) => id),
      );
      const { invocations: _, mbMs: __, ...all } = unitsOf(meter.snapshot(), { elapsedMs: 0, memoryMb: 0 });
      const each = Object.fromEntries(Object.entries(all).map(([kind, sum]) => [kind, sum / documents]));
      expect(messages).toHaveLength(documents);
      expect(each).toEqual({ writeUnits: 2, readHalves: expect.any(Number), puts: 2, gets: 4, sqs: 0.2 });
      expect(each.readHalves).toBeLessThan(5);
      const units: CostUnits = { ...each, sqs: (each.sqs ?? 0) + queueRequests, invocations: 1 };
      expect(dollarsOf(units) * 1e6).toBeLessThan(16);
      expect(dollarsOf(units) * 1e6).toBeGreaterThan(13);
      clients.close();
    });
  },
);
