/** A process of its own that keeps documents and records, as a crawl does, until it is killed; says when it begins. */
import { setImmediate } from 'node:timers/promises';
import { BundleDocuments } from '../../../lib/adapters/embedded/bundles/bundle-documents.ts';
import { openDatabase } from '../../../lib/adapters/embedded/tables/database.ts';
import { SqliteRecords } from '../../../lib/adapters/embedded/tables/sqlite-records.ts';
import { noise } from '../../contracts/fixture.ts';
import { draftOf, md5Of, member } from '../../contracts/records/records-made.ts';
import { putDocument } from '../../support/put-document.ts';

const [directory = '', from = '0'] = process.argv.slice(2);
const { connection } = openDatabase(directory);
connection.gather();
const documents = new BundleDocuments(directory);
const records = new SqliteRecords(connection);
process.stdout.write('open\n');
for (let i = Number(from); ; i++) {
  const md5 = md5Of(i);
  const document = await putDocument(documents, 'job', { md5, body: noise(80_000, i + 1) });
  await records.add('job', { ...draftOf(md5, String(i)), document }, member('a'));
  await records.add('job', { ...draftOf(md5, String(i)), document }, member('b'));
  await setImmediate();
}
