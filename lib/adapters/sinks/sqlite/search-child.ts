import { WinnowError } from '../../../base/error.ts';
import { linesOf } from '../../system/asked-process.ts';
import { searchPages } from './search-pages.ts';
import type { SearchAnswer, SearchQuestion } from './search-processes.ts';

// A process of its own: SQLite runs in native code, which only the end of its process stops.

function answerTo({ file, request }: SearchQuestion): SearchAnswer {
  try {
    return { found: searchPages(file, request) };
  } catch (error) {
    if (error instanceof WinnowError) return { code: error.code, says: error.message };
    throw error;
  }
}

for await (const line of linesOf(process.stdin.setEncoding('utf8')))
  process.stdout.write(`${JSON.stringify(answerTo(JSON.parse(line) as SearchQuestion))}\n`);
