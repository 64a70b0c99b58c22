import { parentPort } from 'node:worker_threads';
import { wordCount } from '../../../examples/extending/word-count.ts';
import { answerPages } from '../../../lib/adapters/reading/answer-pages.ts';

/** The reader of a build that has one analysis more. */
answerPages(parentPort, [wordCount]);
