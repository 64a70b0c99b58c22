import { describe, expect, it } from 'vitest';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import { requireContact } from '../../../lib/domain/settings/contact.ts';

function check(text: string): () => void {
  return () => requireContact(parseJob(text, '/jobs/apples/job.yaml').settings);
}

describe('the contact address', () => {
  it('is asked for before anything but loopback is crawled', () => {
    expect(check('seeds: [http://127.0.0.1/]')).toThrow('scope.hosts allows every host');
    expect(check('scope: { hosts: [localhost, example.org] }')).toThrow('scope.hosts allows example.org');
    expect(check('scope: { hosts: [127.0.0.1.example.org] }')).toThrow('set userAgent.contact');
    expect(check('scope: { hosts: [example.org] }\nuserAgent: { contact: me@example.org }')).not.toThrow();
    expect(check('userAgent: { contact: "https://example.org/bot" }')).not.toThrow();
  });

  it('is asked for where an override may lead away from loopback', () => {
    const local = 'scope: { hosts: [localhost] }\noverrides: ';
    expect(check(`${local}[{ domain: example.org, scope: { maxDepth: 2 } }]`)).toThrow(
      'its override for domain example.org may leave this machine',
    );
    expect(check(`${local}[{ domain: example.org, fetch: { maxTries: 2 } }]`)).not.toThrow();
    expect(check(`${local}[{ domain: localhost, scope: { maxDepth: 2 } }]`)).not.toThrow();
  });

  it('is not needed where all hosts of the scope are this machine', () => {
    expect(
      check('scope: { hosts: [127.0.0.1, "localhost:8080", apples.localhost, "[::1]:80"] }'),
    ).not.toThrow();
  });
});
