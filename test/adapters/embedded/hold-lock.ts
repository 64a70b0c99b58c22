/** A process of its own that opens a data directory, says `open`, and holds it until it is killed. */
import { openDatabase, openDatabaseBeside } from '../../../lib/adapters/embedded/tables/database.ts';

const [directory = '', role] = process.argv.slice(2);
const database = role === 'beside' ? openDatabaseBeside(directory) : openDatabase(directory);
database.connection.run("INSERT OR REPLACE INTO pages VALUES ('job', ?, 1)", String(process.pid));
process.stdout.write('open\n');
setInterval(() => database, 1_000);
