import type { Command } from 'commander';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { explainTopic, type TopicEvidence } from '../../../lib/domain/topic/evidence/explain-topic.ts';
import { filterDocumentOf } from '../../../lib/domain/topic/evidence/page-parts.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderEvidence } from '../../render/look/evidence.ts';
import { evidenceHtml } from '../../render/look/evidence-html.ts';
import { addTargetOptions, type TargetOptions } from '../base/context.ts';
import { writeBytes } from '../base/files.ts';
import { appendValue, wholeArgument } from '../base/values.ts';
import { isUrl, type Page, readPageAt } from '../look/page-at.ts';
import { classifyLines } from './classify-lines.ts';
import { readFiles } from './example-directory.ts';
import { type TopicOptions, withTopic } from './topic-in-force.ts';

interface ClassifyOptions extends TargetOptions, TopicOptions {
  readonly words?: string;
  readonly jsonl?: string;
  readonly terms: number;
  readonly fetch?: boolean;
  readonly html?: string;
}

export const classify: DefineCommand = (command, io) => {
  options(command).action(async (what: readonly string[], options: ClassifyOptions) => {
    const { jsonl, model } = options;
    if (jsonl === undefined) return explainAll(what, options, io);
    if (what.length > 0 || model === undefined)
      throw new WinnowError('usage', '--jsonl takes --model, and no other documents');
    await classifyLines({ ...options, jsonl, model }, io);
  });
};

function options(command: Command): Command {
  return addTargetOptions(command)
    .argument('[what...]', 'text and HTML files, directories of them, or URLs: why each is on topic or not')
    .option('--topic <file>', "a topic definition instead of the job's topic")
    .option(
      '--model <file>',
      "a model of 'winnow train' or 'winnow taxonomy' instead; with --jsonl also a linear one of SVMlight's",
    )
    .option(
      '--good <class>',
      'a class of that model that is on topic; may be given several times',
      appendValue,
    )
    .option('--fetch', 'fetch a URL, also when it is in the collection')
    .option('--html <file>', 'write one page with all matches marked in the text')
    .option('--words <file>', 'the words of a model of SVMlight (default: its file with .words at the end)')
    .option(
      '--jsonl <file>',
      'instead: documents, one {"text": …} a line; .gz is unpacked, - is standard input',
    )
    .option(
      '--terms <number>',
      'with --jsonl: words to name that speak most for the best class',
      wholeArgument(0, 1_000),
      0,
    );
}

async function explainAll(what: readonly string[], options: ClassifyOptions, io: Io): Promise<void> {
  if (what.length === 0) throw new WinnowError('usage', 'name files or URLs, or documents with --jsonl');
  if (options.html !== undefined && what.length > 1) throw oneForHtml();
  const explained: TopicEvidence[] = [];
  await withTopic(options, async ({ settings, parts, askPlugins }) => {
    for await (const page of pagesOf(what, options, io)) {
      const said = await askPlugins?.(page.url, page);
      const evidence = explainTopic(settings, parts, filterDocumentOf(page), said);
      explained.push(evidence);
      io.out(options.json === true ? `${json(evidence)}` : renderEvidence(evidence));
    }
  });
  const [first, ...others] = explained;
  if (options.html === undefined || first === undefined) return;
  if (others.length > 0) throw oneForHtml();
  writeBytes(options.html, evidenceHtml(first));
}

function oneForHtml(): WinnowError {
  return new WinnowError('usage', '--html shows one page; name one file or URL');
}

async function* pagesOf(what: readonly string[], options: ClassifyOptions, io: Io): AsyncGenerator<Page> {
  for (const one of what) {
    if (isUrl(one)) yield await readPageAt(one, options, io);
    else
      for (const { file, page } of readFiles([one])) {
        if (page === undefined) throw new WinnowError('config', `${file}: it is neither text nor HTML`);
        yield { ...page, url: file };
      }
  }
}
