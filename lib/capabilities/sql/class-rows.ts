import {
  builtIn,
  classHierarchy,
  isWithin,
  nameOf,
  rootPath,
  type TopicSettings,
} from '../../topic/settings.ts';
import type { Cell } from './table.ts';

/**
 * Rows of `classes`: the classes that pages have, those of the class file and of models, and all that are above them.
 * @param used classes that pages have
 * @param ofModels classes that the topic's models know
 */
export function classRows(
  topic: TopicSettings | undefined,
  used: Iterable<string>,
  ofModels: readonly string[],
): readonly (readonly Cell[])[] {
  if (topic === undefined) return [];
  const hierarchy = classHierarchy(topic.classes);
  const all = new Set<string>();
  for (const id of [...used, ...ofModels, ...(topic.classes ?? []).map((one) => one.id)]) {
    all.add(id);
    for (const above of hierarchy.above(id)) all.add(above);
  }
  const marks = builtIn(topic).map((filter) => ({
    good: filter.good,
    crawlOnly: filter.kind === 'terms' ? [] : filter.crawlOnly,
  }));
  const isIn = (id: string, marked: readonly string[]): boolean =>
    marked.some(
      (one) => hierarchy.isWithin(id, one) || (one === rootPath && id.startsWith('/') && isWithin(id, one)),
    );
  return [...all].sort().map((id): readonly Cell[] => {
    const good = marks.some((one) => one.good === undefined || isIn(id, one.good));
    const crawlOnly = !good && marks.some((one) => isIn(id, one.crawlOnly));
    const label = hierarchy.labelOf(id) ?? (id.startsWith('/') ? nameOf(id) : id);
    return [id, hierarchy.above(id)[0] ?? null, label, Number(good), Number(crawlOnly)];
  });
}
