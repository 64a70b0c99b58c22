import type { LatentJudge } from '../../topic/judge.ts';

/** A page that a job learnt of what words mean in its field. */
export interface FieldPage {
  /** A URL. */
  readonly url: string;
  readonly title: string;
  /** Words of its text, in their own order. */
  readonly words: string;
  readonly language?: string;
  /** How relevant its filter found it, 0 to 1; absent: nobody knows. */
  readonly relevance?: number;
}

/** What a job has learnt of what words mean in its field. */
export interface JobField {
  readonly judge: LatentJudge;
  /** What it read for that, on topic or not. */
  pages(): Promise<readonly FieldPage[]>;
}
