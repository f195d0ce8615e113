import { type Language, NAME_ROLES, type NameRole } from './language.js';
import { isSelf, isVariable, type OwnNames, ownNames, slotOf, textOf } from './names.js';
import { grammarWords, nodesOf, parse, type SyntaxNode } from './parser.js';

export interface Anonymised {
  code: string;
  /** Old name → neutral name, in order of first appearance; no two old names share a new one. */
  names: ReadonlyMap<string, string>;
  /** What each old name stands for. */
  roles: ReadonlyMap<string, NameRole>;
}

const LETTERS: Record<NameRole, string> = { function: 'f', type: 't', parameter: 'p', local: 'v' };

/** 0 → a, 25 → z, 26 → aa. Letters, for the digits of v0, v1 would be tokens that match the numbers of queries. */
function lettersOf(count: number): string {
  const rest = Math.floor(count / 26) - 1;
  return (rest < 0 ? '' : lettersOf(rest)) + String.fromCharCode(97 + (count % 26));
}

/**
 * Gives names that stand neither in the texts nor in the language: the role's letter and letters that count up.
 * Each role counts for itself, so that its names do not depend on which other roles are renamed.
 */
async function neutralNames(
  language: Language,
  texts: readonly string[],
): Promise<(role: NameRole) => string> {
  const taken = new Set([
    ...texts.flatMap(wordsOf),
    ...(await grammarWords(language)),
    ...language.reserved,
    ...language.builtins,
    ...language.libraryMembers,
  ]);
  const counts = new Map<NameRole, number>();
  return (role) => {
    for (;;) {
      const count = counts.get(role) ?? 0;
      counts.set(role, count + 1);
      const fresh = LETTERS[role] + lettersOf(count);
      if (!taken.has(fresh)) return fresh;
    }
  };
}

/** Where a name stands, which decides whose it is. */
type Position =
  | { is: 'plain' | 'key' | 'field' }
  | { is: 'attribute' | 'qualified'; owner: string }
  | { is: 'label'; callee: string };

/** In a flat list of macro tokens only the token before tells whether a name belongs to an object or a module. */
function tokenPosition(leaf: SyntaxNode, code: string): Position {
  const siblings = leaf.parent!.children;
  const at = siblings.indexOf(leaf);
  const before = siblings[at - 1]?.type;
  const owner = siblings[at - 2];
  if (owner === undefined || (before !== '.' && before !== '::')) return { is: 'plain' };
  return { is: before === '.' ? 'attribute' : 'qualified', owner: textOf(owner, code) };
}

function positionOf(leaf: SyntaxNode, code: string, { roles }: Language): Position {
  const { parent } = leaf;
  if (parent === undefined) return { is: 'plain' };
  if (parent.type === roles.tokens) return tokenPosition(leaf, code);
  if (slotOf(leaf, roles.attributes) !== undefined)
    return { is: 'attribute', owner: textOf(parent.children[0]!, code) };
  const qualified = slotOf(leaf, roles.qualified);
  const owner = parent.children.find((child) => child.field === qualified?.owner);
  if (qualified !== undefined && owner !== undefined) return { is: 'qualified', owner: textOf(owner, code) };
  if (slotOf(leaf, roles.labels) !== undefined) {
    const callee = parent.parent?.parent?.children[0];
    return { is: 'label', callee: callee === undefined ? '' : textOf(callee, code).replace(/^.*\./s, '') };
  }
  if (slotOf(parent, roles.fieldKeys) !== undefined) return { is: 'field' };
  return { is: slotOf(leaf, roles.keys) === undefined ? 'plain' : 'key' };
}

function isImported(node: SyntaxNode, { roles }: Language): boolean {
  for (let above: SyntaxNode | undefined = node; above !== undefined; above = above.parent)
    if (roles.imports.includes(above.type)) return true;
  return false;
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

/** Names brought in by a call of a function that imports. */
function importCallNames(node: SyntaxNode, code: string, { roles }: Language): string[] {
  const callee = node.parent?.type === 'call_expression' ? textOf(node, code) : '';
  const binding = node.parent?.parent;
  if (!roles.importCalls?.includes(callee) || binding?.type !== 'variable_declarator') return [];
  return wordsOf(textOf(binding.children[0]!, code));
}

/** Names that stay: imported, reserved, named in text the grammar does not see, or a built-in that is also used. */
function keptNames(root: SyntaxNode, code: string, language: Language, own: OwnNames): Set<string> {
  const { roles, builtins, reserved } = language;
  const kept = new Set(reserved);
  const builtin = new Set(builtins);
  for (const node of nodesOf(root)) {
    const { type } = node;
    const text = (): string => textOf(node, code);
    if (roles.opaque?.includes(type)) for (const word of wordsOf(text())) kept.add(word);
    if (roles.importPaths?.includes(type)) for (const word of wordsOf(text())) kept.add(word);
    if (roles.strings.includes(type) && node.parent?.type === roles.tokens)
      for (const [, name] of text().matchAll(/\{([A-Za-z_]\w*)[:}]/g)) kept.add(name!);
    if (!roles.names.includes(type)) continue;
    for (const name of importCallNames(node, code, language)) kept.add(name);
    const name = text();
    if (isImported(node, language) || /^__.*__$/.test(name)) kept.add(name);
    const used =
      slotOf(node, roles.callees) !== undefined ||
      roles.types?.some((t) => t === type || t === node.parent?.type);
    if (used && builtin.has(name) && isVariable(own.roles.get(name))) kept.add(name);
  }
  return kept;
}

/** Whether what a member is reached through is known to be somebody else's: a module, or a foreign type. */
function isForeignOwner(owner: string, own: OwnNames, kept: ReadonlySet<string>): boolean {
  return kept.has(owner) || (/^\p{Lu}\w*$/u.test(owner) && !own.roles.has(owner));
}

interface Known {
  own: OwnNames;
  kept: ReadonlySet<string>;
  library: ReadonlySet<string>;
}

function isOwn(leaf: SyntaxNode, name: string, position: Position, { own, kept, library }: Known): boolean {
  if (own.declared.has(leaf)) return true;
  switch (position.is) {
    case 'attribute':
      if (!own.members.has(name)) return false;
      return isSelf(position.owner) || !(library.has(name) || isForeignOwner(position.owner, own, kept));
    case 'qualified':
      return own.roles.has(name) && (isSelf(position.owner) || own.roles.get(position.owner) === 'type');
    case 'label':
      return own.roles.has(position.callee) && own.roles.has(name);
    case 'field':
      return own.plain.has(name) || own.members.has(name);
    case 'plain':
      return own.plain.has(name);
    case 'key':
      return false;
  }
}

/** Object literals have no declared class: a member that shares a name with a key cannot be told from it. */
function withoutKeys(
  own: OwnNames,
  leaves: readonly SyntaxNode[],
  code: string,
  language: Language,
): OwnNames {
  const keys = new Set(
    leaves
      .filter((leaf) => slotOf(leaf, language.roles.keys) !== undefined)
      .map((leaf) => textOf(leaf, code)),
  );
  const members = new Set([...own.members].filter((name) => !keys.has(name)));
  const declared = new Set(
    [...own.declared].filter((leaf) => {
      const name = textOf(leaf, code);
      return own.plain.has(name) || members.has(name);
    }),
  );
  return { ...own, members, declared };
}

/**
 * The code with its own names (functions, types, parameters, locals) replaced by neutral ones: fa, ta, pa, va, vb
 * … in order of first appearance. Imported names, built-ins, keywords and members of foreign objects stay.
 *
 * Names are followed by their text, not by scope: one old name has one new name throughout. Where it cannot
 * be told whether a name is own (a local that hides a built-in which is called elsewhere, a word in a macro
 * body), the name stays, so that the program keeps its meaning.
 *
 * @param renamed what is renamed; all when absent
 * @param others further texts of the same program, such as its tests: no neutral name stands in them either
 */
export async function anonymise(
  code: string,
  language: Language,
  renamed: readonly NameRole[] = NAME_ROLES,
  others: readonly string[] = [],
): Promise<Anonymised> {
  const root = await parse(code, language);
  const { roles } = language;
  const leaves = [...nodesOf(root)].filter((node) => roles.names.includes(node.type));
  const own = withoutKeys(ownNames(root, code, language), leaves, code, language);
  const kept = keptNames(root, code, language, own);
  const known: Known = { own, kept, library: new Set(language.libraryMembers) };
  const neutral = await neutralNames(language, [code, ...others]);
  const names = new Map<string, string>();
  let out = '';
  let at = 0;
  for (const leaf of leaves) {
    const name = textOf(leaf, code);
    const role = own.roles.get(name);
    if (role === undefined || kept.has(name) || !renamed.includes(role)) continue;
    if (!isOwn(leaf, name, positionOf(leaf, code, language), known)) continue;
    if (!names.has(name)) names.set(name, neutral(role));
    const short = roles.shorthands?.some((type) => type === leaf.type || type === leaf.parent?.type);
    out +=
      code.slice(at, leaf.start) + (short && !own.members.has(name) ? `${name}: ` : '') + names.get(name);
    at = leaf.end;
  }
  return { code: out + code.slice(at), names, roles: own.roles };
}

/**
 * Another text of the same program (its tests) with the given names replaced wherever they stand as names,
 * so that it still fits the renamed code.
 */
export async function rename(
  code: string,
  language: Language,
  names: ReadonlyMap<string, string>,
): Promise<string> {
  const root = await parse(code, language);
  let out = '';
  let at = 0;
  for (const node of nodesOf(root)) {
    const fresh = language.roles.names.includes(node.type) ? names.get(textOf(node, code)) : undefined;
    if (fresh === undefined) continue;
    out += code.slice(at, node.start) + fresh;
    at = node.end;
  }
  return out + code.slice(at);
}
