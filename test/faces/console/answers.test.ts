import { expectTypeOf, it } from 'vitest';
import type {
  ListedExamples,
  ShownTaxonomy,
  ToldChange,
  ToldClasses,
  ToldClusters,
  ToldEdit,
  ToldTerms,
} from '../../../lib/faces/console/browser/topic/answers.ts';
import type { AnswerOf } from '../../../lib/operations/order.ts';

it('what the console shows of a topic is what operations answer, says the compiler', () => {
  expectTypeOf<AnswerOf<'terms-show'>['filters'][number]>().toExtend<ToldTerms>();
  expectTypeOf<AnswerOf<'terms-edit'>>().toExtend<ToldEdit>();
  expectTypeOf<AnswerOf<'clusters-list'>>().toExtend<ToldClusters>();
  expectTypeOf<AnswerOf<'classes-show'>>().toExtend<ShownTaxonomy>();
  expectTypeOf<AnswerOf<'classes-examples'>>().toExtend<ListedExamples>();
  expectTypeOf<AnswerOf<'classes-move'>>().toExtend<ToldChange>();
  expectTypeOf<AnswerOf<'classify'>>().toExtend<ToldClasses>();
});
