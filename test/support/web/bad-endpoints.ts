import { type Behaviour, forever } from './hostile-server.ts';

/** Endpoints that give no answer, each in its way. */
export const badEndpoints: Readonly<Record<string, Behaviour>> = {
  'never answers': () => undefined,
  'drips its answer': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    forever(socket, '1\r\na\r\n', 20);
  },
  'answers without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    forever(socket, Buffer.alloc(65_536, 'a'));
  },
  'closes in the middle of its answer': (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{"errors":');
  },
  'breaks off': (_, { reset }) => reset(),
  'speaks no HTTP': (socket) => void socket.end('220 mail.example ESMTP\r\n'),
};
