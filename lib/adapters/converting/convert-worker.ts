import { parentPort } from 'node:worker_threads';
import { answerDocuments } from './answer-documents.ts';

answerDocuments(parentPort);
