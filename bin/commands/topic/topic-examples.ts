import { WinnowError } from '../../../lib/base/error.ts';
import type { TopicDocument } from '../../../lib/topic/judge.ts';
import type { Io } from '../../io.ts';
import { readDirectory } from '../base/example-directory.ts';
import { readJsonLines } from './json-lines.ts';

/** Sources of examples that are on topic and off topic. */
export interface TopicSource {
  readonly jsonl?: string;
  /** Classes of `jsonl` whose documents are on topic. */
  readonly onTopic?: readonly string[];
  readonly good?: string;
  readonly bad?: string;
}

export interface TopicExample {
  readonly document: TopicDocument;
  readonly good: boolean;
  /** File, or file and line. */
  readonly name: string;
}

/**
 * Yields examples one at a time: files of two directories with title, headings and metadata, or documents of a JSONL file,
 * which have a text only.
 * @throws WinnowError `usage` when the sources are missing or contradict each other, `config` for files that cannot be read
 */
export async function* readTopicExamples(source: TopicSource, io: Io): AsyncGenerator<TopicExample> {
  const { jsonl, onTopic = [], good, bad } = source;
  if (jsonl !== undefined && onTopic.length > 0 && good === undefined && bad === undefined) {
    for await (const { line, text, class: className } of readJsonLines(jsonl, io)) {
      const document = { url: '', title: '', metadata: [], headings: [], text };
      yield {
        document,
        good: className !== undefined && onTopic.includes(className),
        name: `${jsonl}:${line}`,
      };
    }
    return;
  }
  if (jsonl !== undefined || good === undefined || bad === undefined)
    throw new WinnowError(
      'usage',
      'give examples with --good DIR and --bad DIR, or with --jsonl FILE and --on-topic CLASS',
    );
  yield* readExampleFiles(good, true);
  yield* readExampleFiles(bad, false);
}

function* readExampleFiles(directory: string, good: boolean): Generator<TopicExample> {
  for (const { file, page } of readDirectory(directory)) {
    if (page === undefined) continue;
    const document = {
      url: '',
      title: page.title,
      metadata: Object.values(page.metadata).flat(),
      headings: page.headings.map(({ text }) => text),
      text: page.text,
    };
    yield { document, good, name: file };
  }
}
