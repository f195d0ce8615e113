import { createRequire } from 'node:module';
import type { Language } from './language.js';

/** A node of a syntax tree, free of the parser's memory. Offsets are UTF-16 units of the source. */
export interface SyntaxNode {
  type: string;
  named: boolean;
  /** The grammar could not place this part of the text, or made it up to go on. */
  broken: boolean;
  start: number;
  end: number;
  /** The field of the parent that the node is in. */
  field: string | undefined;
  parent: SyntaxNode | undefined;
  children: SyntaxNode[];
}

/** The part of the runtime that is used; its own declarations are for another module name. */
interface Cursor {
  nodeType: string;
  nodeIsNamed: boolean;
  nodeIsMissing: boolean;
  startIndex: number;
  endIndex: number;
  currentFieldName: string | null;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
  delete(): void;
}
interface Grammar {
  /** The names of all node types; a keyword is a node type of its own. */
  types: (string | null)[];
}
interface Runtime {
  Parser: {
    init(): Promise<void>;
    new (): {
      setLanguage(grammar: unknown): unknown;
      parse(code: string): { walk(): Cursor; delete(): void } | null;
      delete(): void;
    };
  };
  Language: { load(path: string): Promise<Grammar> };
}

const require = createRequire(import.meta.url);
let runtime: Promise<Runtime> | undefined;
const grammars = new Map<string, Promise<Grammar>>();

async function start(): Promise<Runtime> {
  const loaded = require('@vscode/tree-sitter-wasm') as Runtime;
  await loaded.Parser.init();
  return loaded;
}

function grammarOf(language: Language, { Language: loader }: Runtime): Promise<Grammar> {
  let grammar = grammars.get(language.grammar);
  if (grammar === undefined) {
    grammar = loader.load(
      require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${language.grammar}.wasm`),
    );
    grammars.set(language.grammar, grammar);
  }
  return grammar;
}

function nodeAt(cursor: Cursor, parent: SyntaxNode | undefined): SyntaxNode {
  const type = cursor.nodeType;
  return {
    type,
    named: cursor.nodeIsNamed,
    broken: type === 'ERROR' || cursor.nodeIsMissing,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: cursor.currentFieldName ?? undefined,
    parent,
    children: [],
  };
}

/** Copies the tree without recursion, so that deeply nested source cannot exhaust the stack. */
function copyOf(cursor: Cursor): SyntaxNode {
  const root = nodeAt(cursor, undefined);
  let current = root;
  for (;;) {
    if (cursor.gotoFirstChild()) {
      const child = nodeAt(cursor, current);
      current.children.push(child);
      current = child;
      continue;
    }
    for (;;) {
      if (current.parent === undefined) return root;
      if (cursor.gotoNextSibling()) {
        const sibling = nodeAt(cursor, current.parent);
        current.parent.children.push(sibling);
        current = sibling;
        break;
      }
      cursor.gotoParent();
      current = current.parent;
    }
  }
}

/** The syntax tree of a text. Text that is not of the language gives a tree with broken nodes, no error. */
export async function parse(code: string, language: Language): Promise<SyntaxNode> {
  const loaded = await (runtime ??= start());
  const grammar = await grammarOf(language, loaded);
  const parser = new loaded.Parser();
  try {
    parser.setLanguage(grammar);
    const tree = parser.parse(code);
    if (tree === null) throw new Error(`the ${language.name} grammar gave no tree`);
    const cursor = tree.walk();
    try {
      return copyOf(cursor);
    } finally {
      cursor.delete();
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}

/** All words that the grammar itself uses: the keywords, and the names of some kinds of nodes. */
export async function grammarWords(language: Language): Promise<string[]> {
  const { types } = await grammarOf(language, await (runtime ??= start()));
  return types.filter((type): type is string => type !== null && /^[A-Za-z_]+$/.test(type));
}

/** The node and all below it, in text order, parents first. */
export function* nodesOf(root: SyntaxNode): Iterable<SyntaxNode> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    for (let k = node.children.length - 1; k >= 0; k--) stack.push(node.children[k]!);
  }
}

/** How many places of the text the grammar could not make sense of. */
export function brokenNodes(root: SyntaxNode): number {
  let count = 0;
  for (const node of nodesOf(root)) if (node.broken) count++;
  return count;
}

export function childIn(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}
