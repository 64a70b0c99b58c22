import type { AnswerOf } from '../../../../operations/order.ts';

/** What operations about a topic answer. */
export type ShownTerms = AnswerOf<'terms-show'>['filters'][number];
export type TermsEdit = AnswerOf<'terms-edit'>;
export type TermRow = TermsEdit['added'][number];
export type TermFault = TermsEdit['faults'][number];
export type ClusterList = AnswerOf<'clusters-list'>;
export type ListedCluster = ClusterList['clusters'][number];
export type ChangeReport = AnswerOf<'classes-move'>;
export type ShownTaxonomy = AnswerOf<'classes-show'>;
export type ShownClass = ShownTaxonomy['classes'][number];
export type ListedExamples = AnswerOf<'classes-examples'>;
export type Classified = AnswerOf<'classify'>;
