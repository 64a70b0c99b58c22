/** A process of its own that keeps documents and records until it is killed; says each number before it begins. */
import { openDatabase } from '../../../lib/adapters/embedded/database.ts';
import { FileDocuments } from '../../../lib/adapters/embedded/file-documents.ts';
import { SqliteRecords } from '../../../lib/adapters/embedded/sqlite-records.ts';
import { noise } from '../../contracts/fixture.ts';
import { draftOf, md5Of, member } from '../../contracts/records-made.ts';

const [directory = '', from = '0'] = process.argv.slice(2);
const { connection } = openDatabase(directory);
const documents = new FileDocuments(directory);
const records = new SqliteRecords(connection);
process.stdout.write('open\n');
for (let i = Number(from); ; i++) {
  const md5 = md5Of(i);
  const document = await documents.put('job', {
    md5,
    digest: md5,
    gzip: noise(80_000, i + 1),
    contentType: '',
  });
  await records.add('job', { ...draftOf(md5, String(i)), document }, member('a'));
  await records.add('job', { ...draftOf(md5, String(i)), document }, member('b'));
}
