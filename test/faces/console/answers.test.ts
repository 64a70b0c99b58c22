import { expectTypeOf, it } from 'vitest';
import type {
  ChangeReport,
  Classified,
  ClusterList,
  ListedExamples,
  ShownTaxonomy,
  ShownTerms,
  TermsEdit,
} from '../../../lib/faces/console/browser/topic/answers.ts';
import type { AnswerOf } from '../../../lib/operations/order.ts';

it('what the console shows of a topic is what operations answer, says the compiler', () => {
  expectTypeOf<AnswerOf<'terms-show'>['filters'][number]>().toExtend<ShownTerms>();
  expectTypeOf<AnswerOf<'terms-edit'>>().toExtend<TermsEdit>();
  expectTypeOf<AnswerOf<'clusters-list'>>().toExtend<ClusterList>();
  expectTypeOf<AnswerOf<'classes-show'>>().toExtend<ShownTaxonomy>();
  expectTypeOf<AnswerOf<'classes-examples'>>().toExtend<ListedExamples>();
  expectTypeOf<AnswerOf<'classes-move'>>().toExtend<ChangeReport>();
  expectTypeOf<AnswerOf<'classify'>>().toExtend<Classified>();
});
