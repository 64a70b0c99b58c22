import { createPrivateKey, X509Certificate } from 'node:crypto';
import { connect, createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { selfSignedCertificate } from '../../localstack/certificate.ts';

const now = Date.parse('2026-11-21T00:00:00Z');

describe('the certificate of the local cloud', () => {
  const { cert, key } = selfSignedCertificate(now);
  const parsed = new X509Certificate(cert);

  it('is for this machine and signed by itself', () => {
    expect(parsed.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(parsed.checkHost('localhost')).toBe('localhost');
    expect(parsed.verify(parsed.publicKey)).toBe(true);
    expect(parsed.ca).toBe(true);
    expect(parsed.checkPrivateKey(createPrivateKey(key))).toBe(true);
  });

  it('is valid from the day before for a year', () => {
    expect(Date.parse(parsed.validFrom)).toBe(now - 86_400_000);
    expect(Date.parse(parsed.validTo)).toBe(now + 365 * 86_400_000);
  });

  it('is accepted in a handshake by who trusts it, and by nobody else', async () => {
    const current = selfSignedCertificate(Date.now());
    const server = createServer(current, (socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const handshake = (ca: string[]) =>
      new Promise<string>((resolve) => {
        const socket = connect({ host: '127.0.0.1', port, ca }, () => resolve('accepted'));
        socket.on('error', ({ message }) => resolve(message));
        socket.resume();
      });
    expect(await handshake([current.cert])).toBe('accepted');
    expect(await handshake([cert])).toMatch(/self-signed|verify|signature/);
    await new Promise((resolve) => server.close(resolve));
  });
});
