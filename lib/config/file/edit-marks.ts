import { type Document, isMap, isNode, isSeq, parseDocument, YAMLMap } from 'yaml';
import { WinnowError } from '../../base/error.ts';

/** What a job.yaml says of its model and of the classes that it is about. */
export interface JobMarks {
  readonly model?: string;
  readonly good: readonly string[];
  readonly crawlOnly: readonly string[];
}

const lists = ['good', 'crawlOnly'] as const;

/** @throws WinnowError `config` for what is no YAML */
export function readMarks(text: string, file: string): JobMarks {
  const document = parsed(text, file);
  const model = document.getIn(['topic', 'model']);
  return {
    ...(typeof model === 'string' ? { model } : {}),
    good: listIn(document, 'good'),
    crawlOnly: listIn(document, 'crawlOnly'),
  };
}

/** The text with other marks; all else in it stays, comments too. @throws WinnowError `config` for what is no YAML */
export function writeMarks(text: string, file: string, marks: JobMarks): string {
  const document = parsed(text, file);
  const topic = topicOf(document);
  if (marks.model !== undefined && topic.get('model') !== marks.model) topic.set('model', marks.model);
  for (const key of lists) {
    const [before, after] = [listIn(document, key), marks[key]];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    const list = topic.get(key, true);
    if (after.length === 0) topic.delete(key);
    else if (!isSeq(list)) topic.set(key, document.createNode(after));
    else {
      list.items = list.items.filter((item) => after.includes(pathIn(item)));
      for (const path of after) if (!before.includes(path)) list.add(document.createNode(path));
    }
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function parsed(text: string, file: string): Document {
  const document = parseDocument(text, { version: '1.2', prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) throw new WinnowError('config', `${file}: ${error.message}`);
  return document;
}

/** The `topic` section as a mapping; in a new job.yaml nothing stands in it but comments, which stay. */
function topicOf(document: Document): YAMLMap {
  const topic = document.get('topic', true);
  if (isMap(topic)) return topic;
  const map = new YAMLMap(document.schema);
  if (isNode(topic)) {
    if (topic.commentBefore) map.commentBefore = topic.commentBefore;
    if (topic.comment) map.comment = topic.comment;
  }
  document.set('topic', map);
  return map;
}

function listIn(document: Document, key: (typeof lists)[number]): readonly string[] {
  const list = document.getIn(['topic', key], true);
  return isSeq(list) ? list.items.map(pathIn) : [];
}

function pathIn(item: unknown): string {
  const value = isNode(item) ? item.toJSON() : item;
  return String(value);
}
