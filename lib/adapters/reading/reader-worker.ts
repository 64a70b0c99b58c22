import { parentPort } from 'node:worker_threads';
import { answerPages } from './answer-pages.ts';

answerPages(parentPort);
