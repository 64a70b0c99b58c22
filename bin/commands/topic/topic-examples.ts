import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { TopicDocument } from '../../../lib/domain/topic/topic-text.ts';
import type { Io } from '../../io.ts';
import { readDirectory } from './example-directory.ts';
import { readJsonLines } from './json-lines.ts';

/** Where examples of a topic and of what is not it come from. */
export interface TopicSource {
  readonly jsonl?: string;
  /** Classes of the documents of `jsonl` that are on topic. */
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
 * Examples one at a time: files of two directories with their titles, headings and metadata, or documents of a JSONL
 * file, whose text is all there is of them.
 * @throws WinnowError `usage` when it is not said where from, `config` for what cannot be read
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
      'say where the examples are: --good DIR and --bad DIR, or --jsonl FILE and --on-topic CLASS',
    );
  yield* files(good, true);
  yield* files(bad, false);
}

function* files(directory: string, good: boolean): Generator<TopicExample> {
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
