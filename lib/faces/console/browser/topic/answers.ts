import type { CollectionStatistics, Difference } from '../../../../topic/judge.ts';

/** What operations about a topic answer, as far as it is shown; `test/faces/console/answers.test.ts` holds it against them. */
export interface ToldRow {
  readonly line: number;
  readonly weight: number;
  readonly term: string;
  readonly classes: readonly string[];
}

export interface ToldFault {
  readonly line: number;
  readonly problem: string;
  readonly isUsed: boolean;
}

/** Of `terms-show`, each filter. */
export interface ToldTerms {
  readonly filter: string;
  readonly version: string;
  readonly isEdited: boolean;
  readonly definition: string;
  readonly terms: readonly ToldRow[];
  readonly faults: readonly ToldFault[];
}

/** Of `terms-edit`. */
export interface ToldEdit {
  readonly added: readonly ToldRow[];
  readonly removed: readonly ToldRow[];
  readonly faults: readonly ToldFault[];
  readonly trial?: {
    readonly hits: NonNullable<CollectionStatistics['terms']>;
    readonly records: number;
    readonly difference: Difference;
  };
}

export interface ToldCluster {
  readonly id: string;
  readonly pages: number;
  readonly terms: readonly string[];
  readonly isGood: boolean;
  readonly examples: readonly { readonly url: string; readonly title: string }[];
}

/** Of all operations about clusters. */
export interface ToldClusters {
  readonly version: string;
  readonly madeAt?: number;
  readonly pages: number;
  readonly isPart: boolean;
  readonly clusters: readonly ToldCluster[];
  readonly difference?: Difference;
}

export interface ToldClass {
  readonly path: string;
  readonly examples: number;
  readonly mark?: string;
}

/** Of `classes-show`. */
export interface ShownTaxonomy {
  readonly version: string;
  readonly classes: readonly ToldClass[];
}

/** Of `classes-examples`. */
export interface ListedExamples {
  readonly total: number;
  readonly examples: readonly { readonly name: string; readonly words: number }[];
  readonly cursor?: string;
}

/** Of what changes classes. */
export interface ToldChange {
  readonly changed: readonly {
    readonly path: string;
    readonly before: number | undefined;
    readonly after: number | undefined;
  }[];
  readonly trained: number;
  readonly good: readonly string[];
  readonly crawlOnly: readonly string[];
  readonly judged?: number;
  readonly examples?: readonly {
    readonly name: string;
    readonly before?: string | undefined;
    readonly after?: string | undefined;
  }[];
  readonly pages?: {
    readonly pages: number;
    readonly dropped: number;
    readonly otherClass: number;
    readonly examples: readonly { readonly url: string; readonly before: string; readonly after: string }[];
  };
}

/** Of `classify`. */
export interface ToldClasses {
  readonly url?: string;
  readonly title: string;
  readonly verdict: {
    readonly relevant: boolean;
    readonly classes: readonly { readonly id: string; readonly score: number; readonly share?: number }[];
  };
  readonly filters: readonly {
    readonly classes?: readonly { readonly id: string; readonly mark?: string }[];
    readonly reasons?: readonly {
      readonly id: string;
      readonly words: readonly { readonly word: string }[];
    }[];
  }[];
}
