import type { FolderTable } from './folder-circles.ts';

/**
 * Of all folders that lie side by side which others each may know, at every level below `lib` and `bin`. They stand in an order in
 * which none knows a later one. What is only allowed and not needed goes. `node bench/house.ts --table` writes it.
 */
export const folders: FolderTable = {
  "bin": {
    "render": [],
    "commands": [
      "render"
    ]
  },
  "bin/commands": {
    "base": [],
    "archive": [
      "base"
    ],
    "topic": [
      "base"
    ],
    "taxonomy": [
      "base",
      "topic"
    ],
    "cluster": [
      "base",
      "topic",
      "taxonomy"
    ],
    "crawl": [
      "base",
      "topic"
    ],
    "operate": [
      "base"
    ],
    "deploy": [
      "base",
      "operate"
    ],
    "look": [
      "base",
      "topic",
      "operate"
    ]
  },
  "bin/render": {
    "base": [],
    "cluster": [
      "base"
    ],
    "crawl": [
      "base"
    ],
    "look": [
      "base"
    ],
    "topic": [
      "base"
    ]
  },
  "lib": {
    "base": [],
    "archive": [
      "base"
    ],
    "documents": [
      "base"
    ],
    "rules": [
      "base",
      "documents"
    ],
    "topic": [
      "base"
    ],
    "domain": [
      "base",
      "documents",
      "rules",
      "topic"
    ],
    "graph": [
      "base"
    ],
    "ports": [
      "base",
      "archive",
      "rules",
      "domain",
      "graph"
    ],
    "pipeline": [
      "base",
      "archive",
      "documents",
      "rules",
      "topic",
      "domain",
      "graph",
      "ports"
    ],
    "capabilities": [
      "base",
      "archive",
      "documents",
      "rules",
      "topic",
      "domain",
      "graph",
      "ports",
      "pipeline"
    ],
    "config": [
      "base",
      "documents",
      "rules",
      "topic",
      "domain",
      "capabilities"
    ],
    "adapters": [
      "base",
      "archive",
      "documents",
      "topic",
      "domain",
      "graph",
      "ports",
      "capabilities",
      "config"
    ],
    "infra": [
      "base",
      "documents",
      "domain",
      "graph",
      "capabilities",
      "config"
    ],
    "operations": [
      "base",
      "archive",
      "topic",
      "domain",
      "graph",
      "ports",
      "pipeline",
      "capabilities"
    ],
    "runtime": [
      "base",
      "archive",
      "rules",
      "topic",
      "domain",
      "graph",
      "ports",
      "pipeline",
      "capabilities",
      "config",
      "adapters",
      "operations"
    ],
    "api": [
      "base",
      "topic",
      "domain",
      "capabilities",
      "config",
      "infra",
      "operations",
      "runtime"
    ]
  },
  "lib/adapters": {
    "system": [],
    "aws": [
      "system"
    ],
    "reading": [],
    "converting": [
      "reading"
    ],
    "embedded": [
      "system"
    ],
    "plugins": [],
    "sql": [],
    "web": []
  },
  "lib/adapters/aws": {
    "base": [],
    "metering": [
      "base"
    ],
    "clients": [
      "base",
      "metering"
    ],
    "functions": [
      "base"
    ],
    "objects": [
      "base"
    ],
    "queue": [
      "base"
    ],
    "tables": [
      "base",
      "objects"
    ]
  },
  "lib/adapters/embedded": {
    "base": [],
    "files": [
      "base"
    ],
    "bundles": [
      "files"
    ],
    "tables": [
      "base",
      "files"
    ]
  },
  "lib/base": {
    "wasm": [],
    "bytes": [
      "wasm"
    ],
    "charset": [],
    "compressors": [
      "wasm"
    ],
    "language": [],
    "setting-kinds": [],
    "url": [
      "bytes",
      "setting-kinds"
    ],
    "links": [
      "setting-kinds",
      "url"
    ],
    "page": [
      "language",
      "url",
      "links"
    ],
    "fetch": [
      "bytes",
      "setting-kinds",
      "url",
      "page"
    ],
    "html": [],
    "likeness": [
      "wasm",
      "language",
      "url",
      "links"
    ],
    "pattern": []
  },
  "lib/capabilities": {
    "erase": [],
    "examples": [],
    "graph": [],
    "latent": [],
    "near-duplicates": [],
    "orphans": [],
    "ranks": [],
    "reanalyse": [],
    "reclassify": [],
    "replay": [],
    "respell": [],
    "sanity": [],
    "sql": [],
    "stand-ins": []
  },
  "lib/capabilities/examples": {
    "set": [],
    "operations": [
      "set"
    ]
  },
  "lib/config": {
    "combine-format": [],
    "schema": [],
    "file": [
      "combine-format",
      "schema"
    ],
    "layers": [
      "schema",
      "file"
    ],
    "stack": [
      "schema"
    ],
    "job": [
      "schema",
      "file",
      "layers",
      "stack"
    ],
    "combine": [
      "combine-format",
      "schema",
      "file",
      "layers",
      "job"
    ],
    "operate": [],
    "stored": [
      "schema"
    ]
  },
  "lib/documents": {
    "analysis": [],
    "html": [],
    "blocks": [
      "html"
    ],
    "charset": [
      "html"
    ],
    "sniff": [],
    "convert": [
      "html",
      "charset",
      "sniff"
    ],
    "data": [
      "html",
      "blocks"
    ],
    "main-content": [
      "html",
      "blocks"
    ],
    "markdown": [
      "html",
      "blocks"
    ],
    "parsing": [
      "html",
      "blocks",
      "charset",
      "sniff",
      "convert"
    ]
  },
  "lib/documents/convert": {
    "base": [],
    "word": [
      "base"
    ],
    "rtf": [
      "base",
      "word"
    ],
    "mail": [
      "base",
      "rtf"
    ],
    "text": [
      "base"
    ],
    "markdown": [
      "base",
      "text"
    ],
    "media": [
      "base"
    ],
    "odf": [
      "base",
      "word"
    ],
    "other": [
      "base",
      "word"
    ],
    "pdf": [
      "base",
      "word"
    ],
    "postscript": [
      "base"
    ],
    "sheets": [
      "base"
    ],
    "slides": [
      "base",
      "word"
    ],
    "tex": [
      "base",
      "word",
      "text"
    ]
  },
  "lib/domain": {
    "frontier": [],
    "control": [
      "frontier"
    ],
    "orders": [],
    "revisit": [
      "frontier",
      "orders"
    ],
    "inbox": [
      "frontier",
      "control",
      "orders",
      "revisit"
    ],
    "reading": [
      "frontier"
    ],
    "collection": [
      "orders",
      "inbox",
      "reading"
    ],
    "console": [
      "control"
    ],
    "convert": [
      "frontier",
      "collection"
    ],
    "cost": [],
    "focus": [
      "frontier"
    ],
    "yield": [
      "frontier",
      "orders",
      "focus"
    ],
    "domains": [
      "yield"
    ],
    "metrics": [],
    "plugins": [],
    "politeness": [
      "frontier"
    ],
    "strategy": [
      "frontier"
    ],
    "settings": [
      "frontier",
      "revisit",
      "reading",
      "focus",
      "yield",
      "politeness",
      "strategy"
    ],
    "report": [
      "frontier",
      "reading",
      "cost",
      "focus",
      "politeness",
      "strategy",
      "settings"
    ],
    "seeds": []
  },
  "lib/domain/frontier": {
    "budgets": [],
    "store": [
      "budgets"
    ]
  },
  "lib/graph": {
    "columns": [],
    "building": [
      "columns"
    ],
    "sites": [
      "columns",
      "building"
    ],
    "distilling": [
      "columns",
      "building",
      "sites"
    ],
    "raising": [
      "building",
      "distilling"
    ],
    "ranking": [
      "columns",
      "building",
      "sites",
      "distilling"
    ],
    "reports": [
      "columns",
      "building",
      "sites",
      "distilling",
      "ranking"
    ]
  },
  "lib/infra": {
    "bundle": [],
    "network": [],
    "crawl": [
      "bundle",
      "network"
    ],
    "watch": [
      "crawl"
    ]
  },
  "lib/operations": {
    "collection": [],
    "control": [],
    "graph": [],
    "look": [],
    "maintain": []
  },
  "lib/pipeline": {
    "base": [],
    "frontier": [
      "base"
    ],
    "job": [
      "base"
    ],
    "cost": [
      "base",
      "job"
    ],
    "politeness": [],
    "robots": [
      "politeness"
    ],
    "turn": [
      "base",
      "cost",
      "politeness",
      "robots"
    ],
    "yield": [
      "base",
      "frontier",
      "job",
      "turn"
    ],
    "links": [
      "frontier",
      "turn",
      "yield"
    ],
    "topic": [],
    "collection": [
      "base",
      "frontier",
      "turn",
      "links",
      "topic"
    ],
    "strategy": [
      "base",
      "frontier",
      "job",
      "turn"
    ],
    "supervise": [
      "base",
      "frontier",
      "job",
      "cost",
      "turn",
      "strategy"
    ],
    "report": [
      "base",
      "frontier",
      "job",
      "topic",
      "collection",
      "strategy",
      "supervise"
    ],
    "control": [
      "base",
      "frontier",
      "job",
      "cost",
      "supervise",
      "report"
    ],
    "sitemaps": [
      "frontier",
      "robots",
      "turn",
      "yield",
      "links"
    ],
    "visit": [
      "frontier",
      "politeness",
      "robots",
      "turn",
      "links",
      "topic",
      "collection",
      "sitemaps"
    ],
    "convert": [
      "frontier",
      "politeness",
      "turn",
      "visit"
    ],
    "recycle": [
      "base",
      "frontier",
      "job"
    ],
    "dispatch": [
      "base",
      "frontier",
      "job",
      "cost",
      "supervise",
      "recycle"
    ],
    "domains": [
      "turn"
    ],
    "harvest": [
      "base",
      "frontier",
      "job",
      "cost",
      "politeness",
      "robots",
      "turn",
      "topic",
      "collection",
      "supervise",
      "visit",
      "dispatch",
      "domains"
    ],
    "link-graph": [
      "base",
      "frontier",
      "links",
      "supervise"
    ],
    "why": [
      "base",
      "frontier",
      "politeness",
      "robots",
      "topic",
      "collection",
      "report"
    ],
    "operation": [
      "report",
      "why"
    ],
    "seeds": [
      "base",
      "frontier",
      "job",
      "politeness",
      "robots",
      "turn",
      "visit",
      "operation"
    ]
  },
  "lib/rules": {
    "rights": [],
    "robots": [
      "rights"
    ],
    "scope": [],
    "sitemaps": []
  },
  "lib/runtime": {
    "shared": [],
    "aws": [
      "shared"
    ],
    "workers": [
      "shared"
    ],
    "embedded": [
      "shared",
      "workers"
    ],
    "operate": [
      "shared",
      "aws"
    ]
  },
  "lib/topic": {
    "learn": [],
    "clusters": [
      "learn"
    ],
    "latent": [
      "learn"
    ],
    "taxonomy": [
      "learn"
    ],
    "terms": [
      "taxonomy"
    ],
    "judging": [
      "learn",
      "clusters",
      "latent",
      "taxonomy",
      "terms"
    ],
    "evidence": [
      "learn",
      "clusters",
      "taxonomy",
      "terms",
      "judging"
    ]
  }
};
