import * as z from 'zod/mini';
import { WinnowError } from '../../../base/error.ts';
import { field, flag } from '../../../pipeline/operation/input.ts';
import { viewRecord } from '../../../pipeline/report/view-record.ts';
import { documentText } from '../../../topic/judge.ts';
import { type ClassPath, isWithin, readClassPath } from '../../../topic/settings.ts';
import { editClasses, openExampleSet } from '../../../topic/train.ts';
import { type ClassesChange, changing, type MadeChange, type Marks } from './changing.ts';
import { classField, namesField, optionalClass, optionalNames } from './inputs.ts';

/** The path of a class that need not exist. @throws WinnowError `usage` */
function newClass(written: string): ClassPath {
  const read = readClassPath(written);
  if ('problem' in read) throw new WinnowError('usage', `to: ${written.slice(0, 80)}: ${read.problem}`);
  return read.path;
}

/** The marks of classes that are called otherwise, or are no more (undefined). */
function renamed({ good, crawlOnly }: Marks, name: (path: ClassPath) => ClassPath | undefined): Marks {
  const list = (paths: readonly ClassPath[]) => [...new Set(paths.flatMap((path) => name(path) ?? []))];
  const kept = list(good);
  return {
    good: kept,
    crawlOnly: list(crawlOnly).filter((one) => !kept.some((other) => isWithin(one, other))),
  };
}

/** Makes stored pages examples of a class: an example of the same URL is replaced, which corrects it. */
export const add = changing(
  {
    pages: namesField('URLs of stored pages, or MD5s of records'),
    to: classField('add the pages to <class>, which is created if absent'),
  },
  async ({ place: { ports, of }, set }, { pages, to }) => {
    const path = newClass(to);
    const builder = openExampleSet(set);
    for (const one of pages) {
      const record = (await viewRecord(ports, of, one))?.record;
      if (record === undefined)
        throw new WinnowError('not-found', `${one.slice(0, 200)} is no stored page of job ${of.name}`);
      if (!builder.add(record.finalUrl, path, documentText(record), record.language))
        throw new WinnowError('config', `${one.slice(0, 200)}: the page has no words`);
    }
    return { set: builder.finish() };
  },
);

/** What an edit makes of the examples, and of the marks of classes. */
function edited({ set, marks }: ClassesChange, edit: Parameters<typeof editClasses>[1]): MadeChange {
  const { set: next, pathOf } = editClasses(set, edit);
  return { set: next, marks: renamed(marks, pathOf) };
}

/** Moves examples into another class, or a class with all below it below another one. */
export const move = changing(
  {
    examples: optionalNames('names of examples, as `winnow classes examples` lists them'),
    class: optionalClass('move <class> instead, with all below it'),
    to: classField(
      'the class that they come into, which is created if absent; or below which the class comes',
    ),
  },
  (change, { examples: names = [], class: moved, to }) => {
    if (names.length > 0 === (moved !== undefined))
      throw new WinnowError('usage', 'give either names of examples or a class');
    const path = newClass(to);
    return moved === undefined
      ? edited(change, { act: 'move', names, to: path })
      : edited(change, { act: 'move-class', from: change.known(moved), below: path });
  },
);

/** Makes one class of several, with all below them. */
export const merge = changing(
  {
    classes: namesField('the classes to merge'),
    to: classField('merge into <class>, which is one of the classes or a new class'),
  },
  (change, { classes, to }) =>
    edited(change, { act: 'merge', from: classes.map(change.known), into: newClass(to) }),
);

/** Removes a class with all below it. */
export const eliminate = changing(
  {
    class: classField('the class to remove', true),
    keepExamples: flag('move its examples to the class above'),
  },
  (change, { class: gone, keepExamples }) =>
    edited(change, {
      act: 'eliminate',
      gone: change.known(gone),
      examples: keepExamples ? 'keep' : 'drop',
    }),
);

const marked = ['good', 'crawl-only', 'none'] as const;

/** Marks classes as what the job is about; nothing is trained for that. */
export const mark = changing(
  {
    classes: namesField('classes to mark'),
    as: field(z._default(z.enum(marked), 'good'), {
      says: 'good: their pages are kept; crawl-only: only the links of their pages are followed; none: neither',
      shown: 'mark',
    }),
  },
  ({ marks, known }, { classes, as }) => {
    const paths = classes.map(known);
    const others = (list: readonly ClassPath[]) => list.filter((one) => !paths.includes(one));
    const [good, crawlOnly] = [others(marks.good), others(marks.crawlOnly)];
    return {
      marks: {
        good: as === 'good' ? [...good, ...paths] : good,
        crawlOnly: as === 'crawl-only' ? [...crawlOnly, ...paths] : crawlOnly,
      },
    };
  },
  { trains: false },
);
