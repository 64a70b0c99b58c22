import type { Socket } from 'node:net';
import { AnswerBytes } from './answer-bytes.ts';

/**
 * Answers of servers that are not quite HTTP/1.1, mended between socket and parser: undici's parser is strict and cannot be
 * told to read what browsers read. Right answers pass untouched. A connection that brought another one is closed after it,
 * so what a server and we read differently ends with it.
 */
export interface MendedAnswers {
  /** Has to be called before the parser reads from the socket. */
  watch(socket: Socket): void;
  /** The parser has read a whole answer. */
  answered(socket: Socket): void;
}

export function mendedAnswers(): MendedAnswers {
  const watched = new WeakMap<Socket, AnswerBytes>();
  return {
    watch(socket) {
      const answers = new AnswerBytes();
      const { read, unshift } = socket;
      watched.set(socket, answers);
      socket.read = (size?: number) => {
        for (;;) {
          const bytes: Buffer | null = read.call(socket, size);
          const passed = bytes === null ? null : answers.take(bytes);
          if (passed !== undefined) return passed;
        }
      };
      socket.unshift = (bytes: Buffer) => {
        answers.putBack(bytes.length);
        unshift.call(socket, bytes);
      };
    },
    answered(socket) {
      const answers = watched.get(socket);
      if (answers?.isMended === true) socket.destroy();
      else answers?.next();
    },
  };
}
