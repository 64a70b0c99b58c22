import { type ClusterIndexOptions, clusterIndex } from '../../../lib/topic/clusters/cluster-index.ts';
import type { ClusterMeasure, ClusterModel } from '../../../lib/topic/clusters/cluster-model.ts';
import { describeClusters } from '../../../lib/topic/clusters/describe-clusters.ts';
import { openIndexBuilder } from '../../../lib/topic/clusters/index-builder.ts';
import type { MethodName } from '../../../lib/topic/clusters/methods/methods.ts';
import type { IndexUnit, TextIndex } from '../../../lib/topic/clusters/text-index.ts';
import { seededDraw } from '../../../lib/topic/learn/permutation.ts';

const subjects = {
  owls: 'owl night hunting feathers wings prey vole nest forest owlets',
  trains: 'railway engine steam station track whistle carriage driver signal tunnel',
  bread: 'flour yeast oven dough loaf crust baker knead rye salt',
} as const;
export type Subject = keyof typeof subjects;

const filler = 'people found often near their large small some many year made called used known first'.split(
  ' ',
);

/** A text about a subject, with words that all subjects share. */
export function textAbout(subject: Subject, seed: number): string {
  const draw = seededDraw(seed + subject.length * 1_000);
  const own = subjects[subject].split(' ');
  const pick = (words: readonly string[]) => words[draw(words.length)] as string;
  return Array.from({ length: 60 }, () => (draw(3) === 0 ? pick(filler) : pick(own))).join(' ');
}

/** Documents `owls/0` … of all three subjects. */
export function indexOfSubjects(each: number, unit: IndexUnit = 'document'): TextIndex {
  const builder = openIndexBuilder({ tokeniser: { stopWords: [], languages: [] }, unit });
  for (const subject of Object.keys(subjects) as Subject[])
    for (let at = 0; at < each; at += 1)
      builder.add({ name: `${subject}/${at}`, title: '', text: textAbout(subject, at) });
  return builder.finish();
}

export interface ModelOptions extends ClusterIndexOptions {
  readonly method?: MethodName;
  readonly measure?: ClusterMeasure;
  readonly isAutoIn?: (name: string) => boolean;
}

/** A model of clusters of the subjects; by default with some of the pages about owls as auto-in. */
export function modelOfSubjects({
  method = 'bisecting',
  measure = 'tf-idf',
  isAutoIn = (name) => /^owls\/[0-4]$/.test(name),
  ...options
}: ModelOptions = {}): ClusterModel {
  const index = indexOfSubjects(20);
  const clustered = clusterIndex(index, method, { clusters: 3, ...options });
  return describeClusters(index, clustered, { isAutoIn, measure, date: '2026-11-25' });
}
