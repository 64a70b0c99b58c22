import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * The schemas of the Open Archives Initiative and of DCMI: `OAI-PMH.xsd` as PyPI's pyoai 2.5.0 has it (BSD-3-Clause), whose metadata
 * are checked beside it; `oai_dc.xsd` and `simpledc20021212.xsd` as core_oaipmh_provider_app 2.23.0 of NIST has them (free to copy).
 */
const schemas = join(import.meta.dirname, 'schemas');

/** Reads JSON texts from its input, and writes what is wrong with each; the network is not asked for any schema. */
const program = `
import json, os, sys
from lxml import etree
folder = sys.argv[1]
lang = b'''<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace">
<attribute name="lang" type="language"/></schema>'''
class Beside(etree.Resolver):
    def resolve(self, url, pubid, context):
        if url.endswith('/xml.xsd'):
            return self.resolve_string(lang, context)
        return self.resolve_filename(os.path.join(folder, os.path.basename(url)), context)
def schema(name):
    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(Beside())
    return etree.XMLSchema(etree.parse(os.path.join(folder, name), parser))
oai, dc = schema('OAI-PMH.xsd'), schema('oai_dc.xsd')
def faults(text):
    try:
        root = etree.fromstring(text.encode(), etree.XMLParser(no_network=True, resolve_entities=False, huge_tree=True))
    except etree.XMLSyntaxError as error:
        return [str(error)]
    found = [] if oai.validate(root) else [str(one) for one in oai.error_log]
    for one in root.iter('{http://www.openarchives.org/OAI/2.0/oai_dc/}dc'):
        if not dc.validate(one):
            found += [str(fault) for fault in dc.error_log]
    return found
json.dump([faults(text) for text in json.load(sys.stdin)], sys.stdout)
`;

/** Whether this machine has Python with lxml. */
export const hasLxml = (() => {
  try {
    execFileSync('python3', ['-c', 'import lxml.etree'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** What is wrong with documents by the schemas of the protocol and of its Dublin Core: for each text its faults. */
export function faultsOf(texts: readonly string[]): readonly (readonly string[])[] {
  const out = execFileSync('python3', ['-c', program, schemas], {
    ...{ input: JSON.stringify(texts), encoding: 'utf8', maxBuffer: 100_000_000 },
  });
  return JSON.parse(out);
}
