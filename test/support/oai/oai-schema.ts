import { type XmlNode, xmlTextOf } from '../export/xml.ts';

/** Children of an element in their order: `?` may lack, `+` come once or more often, `*` any number of times. */
const children: Readonly<Record<string, string>> = {
  'OAI-PMH':
    'responseDate request (error+|Identify|ListMetadataFormats|ListSets|GetRecord|ListIdentifiers|ListRecords)',
  Identify:
    'repositoryName baseURL protocolVersion adminEmail+ earliestDatestamp deletedRecord granularity compression* description*',
  ListMetadataFormats: 'metadataFormat+',
  metadataFormat: 'metadataPrefix schema metadataNamespace',
  ListSets: 'set+ resumptionToken?',
  set: 'setSpec setName setDescription*',
  GetRecord: 'record',
  ListIdentifiers: 'header+ resumptionToken?',
  ListRecords: 'record+ resumptionToken?',
  record: 'header metadata? about*',
  header: 'identifier datestamp setSpec*',
};

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const setSpec = /^([A-Za-z0-9\-_.!~*'()])+(:[A-Za-z0-9\-_.!~*'()]+)*$/;
const prefix = /^[A-Za-z0-9\-_.!~*'()]+$/;
const verb = /^(Identify|GetRecord|List(Identifiers|Records|Sets|MetadataFormats))$/;
const uri = /^[!-~]+$/;

/** What stands in elements that have text. */
const texts: Readonly<Record<string, RegExp>> = {
  ...{ responseDate: time, earliestDatestamp: time, datestamp: time },
  ...{ request: /^http:\S+$/, baseURL: /^http:\S+$/, protocolVersion: /^2\.0$/, identifier: uri },
  ...{ adminEmail: /^\S+@(\S+\.)+\S+$/, deletedRecord: /^(no|persistent|transient)$/ },
  ...{ granularity: /^YYYY-MM-DDThh:mm:ssZ$/, metadataPrefix: prefix, schema: uri, metadataNamespace: uri },
  ...{ setSpec, setName: /^/, repositoryName: /./, compression: /^gzip$/, resumptionToken: /^/, error: /^/ },
};

const codes =
  /^(badArgument|badResumptionToken|badVerb|cannotDisseminateFormat|idDoesNotExist|noMetadataFormats|noRecordsMatch|noSetHierarchy)$/;
const attributes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'OAI-PMH': { xmlns: uri, 'xmlns:xsi': uri, 'xsi:schemaLocation': /^\S+ \S+$/ },
  request: {
    ...{ verb, identifier: uri, metadataPrefix: prefix, set: setSpec, resumptionToken: /^/ },
    ...{ from: /^\d{4}-\d\d-\d\d(T.*Z)?$/, until: /^\d{4}-\d\d-\d\d(T.*Z)?$/ },
  },
  error: { code: codes },
  header: { status: /^deleted$/ },
  resumptionToken: { cursor: /^\d+$/, completeListSize: /^\d+$/, expirationDate: time },
};

/** Checks an answer by what OAI-PMH.xsd says, and the metadata of `oai_dc` by oai_dc.xsd. @throws Error */
export function checkOai(node: XmlNode): void {
  const { name } = node;
  const inner = node.children.filter((one) => typeof one !== 'string');
  for (const [key, value] of Object.entries(node.attributes))
    if (!attributes[name]?.[key]?.test(value)) throw new Error(`<${name} ${key}="${value}">`);
  if (name === 'metadata') {
    if (inner.length !== 1) throw new Error('metadata have one element');
    if (inner[0]?.name === 'oai_dc:dc') checkDublinCore(inner[0]);
    return;
  }
  const order = children[name];
  if (order === undefined) {
    if (inner.length > 0 || !texts[name]?.test(xmlTextOf(node)))
      throw new Error(`<${name}>: ${xmlTextOf(node)}`);
    return;
  }
  const pattern = order.replace(/[A-Za-z-]{2,}/g, '(?:$& )').replaceAll(/\s(?=[^)])/g, '');
  const found = inner.map((one) => `${one.name} `).join('');
  if (!new RegExp(`^${pattern}$`).test(found)) throw new Error(`<${name}> has ${found}, not ${order}`);
  for (const one of inner) checkOai(one);
}

const elements =
  /^dc:(title|creator|subject|description|publisher|contributor|date|type|format|identifier|source|language|relation|coverage|rights)$/;

function checkDublinCore(node: XmlNode): void {
  for (const one of node.children) {
    if (typeof one === 'string') {
      if (one.trim() !== '') throw new Error('text beside elements of Dublin Core');
      continue;
    }
    const isPlain = one.children.every((child) => typeof child === 'string');
    const odd = Object.keys(one.attributes).filter((key) => key !== 'xml:lang');
    if (!elements.test(one.name) || !isPlain || odd.length > 0) throw new Error(`<${one.name} ${odd}>`);
  }
}
