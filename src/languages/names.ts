import type { Binder, Language, NameRole, Slot } from './language.js';
import { childIn, nodesOf, parse, type SyntaxNode } from './parser.js';

/** What a program names itself, as far as its text tells. */
export interface OwnNames {
  roles: ReadonlyMap<string, NameRole>;
  /** Names that may stand by themselves. */
  plain: ReadonlySet<string>;
  /** Names reached through an object of an own class. */
  members: ReadonlySet<string>;
  /** Where the names are declared. */
  declared: ReadonlySet<SyntaxNode>;
}

const SELVES = new Set(['self', 'this', 'cls', 'super', 'Self', 'crate']);

export function isSelf(text: string): boolean {
  return SELVES.has(text);
}

export function isVariable(role: NameRole | undefined): boolean {
  return role === 'parameter' || role === 'local';
}

export function textOf(node: SyntaxNode, code: string): string {
  return code.slice(node.start, node.end);
}

/** The slot that the node stands in, if any of these. */
export function slotOf<S extends Slot>(node: SyntaxNode, slots: readonly S[] | undefined): S | undefined {
  const { parent } = node;
  if (parent === undefined) return undefined;
  return slots?.find(
    (slot) =>
      slot.node === parent.type &&
      slot.field === node.field &&
      (slot.field !== undefined || parent.children[0] !== node) &&
      (slot.beside === undefined || childIn(parent, slot.beside) !== undefined),
  );
}

/** The names below one child of a binder: looks through patterns, past the parts that declare nothing. */
function leavesOf(node: SyntaxNode, language: Language, found: SyntaxNode[]): void {
  const { names, patterns, patternParts } = language.roles;
  if (slotOf(node, patternParts) !== undefined) return;
  if (names.includes(node.type)) found.push(node);
  else if (patterns.includes(node.type)) for (const child of node.children) leavesOf(child, language, found);
}

function roleOf(node: SyntaxNode, binder: Binder): NameRole {
  const { functionIf, inside } = binder;
  if (inside !== undefined && [node.parent?.type, node.parent?.parent?.type].includes(inside.node))
    return inside.as;
  if (functionIf === undefined) return binder.as;
  const value = childIn(node, functionIf.field);
  const inner = value?.type === 'expression_list' ? value.children[0] : value;
  return inner !== undefined && functionIf.types.includes(inner.type) ? 'function' : binder.as;
}

/** Whether the nearest enclosing class or function is a class. */
function isInClass(node: SyntaxNode, { roles }: Language, functions: ReadonlySet<string>): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (functions.has(above.type)) return false;
    if (roles.classes.includes(above.type)) return true;
  }
  return false;
}

/** Whether a function carries out somebody else's contract: overrides, or fills in an interface in place. */
function isForeign(node: SyntaxNode, code: string, { roles }: Language): boolean {
  const around = [node.parent, node.parent?.parent];
  const inForeignBody = roles.foreignBodies?.some(({ node: type, field }) =>
    around.some(
      (above) => above?.type === type && (field === undefined || childIn(above, field) !== undefined),
    ),
  );
  const marker = roles.overrideMarker;
  return (
    inForeignBody === true ||
    (marker !== undefined &&
      node.children.some((child) => child.type === 'modifiers' && textOf(child, code).includes(marker)))
  );
}

/** The member that an assignment to `self.x` or `this.x` declares. */
function selfAttribute(node: SyntaxNode, code: string, { roles }: Language): SyntaxNode | undefined {
  const shape = roles.selfAttributes;
  if (shape === undefined || node.type !== shape.assignment) return undefined;
  const left = childIn(node, shape.left);
  const [object] = left?.children ?? [];
  if (left?.type !== shape.access || object === undefined || !isSelf(textOf(object, code))) return undefined;
  return left.children.at(-1);
}

/**
 * All that the program declares, by the binders of its language. Names are per text, not per scope: the first
 * declaration decides the role, but a local that is a parameter elsewhere is a parameter.
 */
export function ownNames(root: SyntaxNode, code: string, language: Language): OwnNames {
  const roles = new Map<string, NameRole>();
  const plain = new Set<string>();
  const members = new Set<string>();
  const declared = new Set<SyntaxNode>();
  const { binders, bareMembers, capitalsAreConstants } = language.roles;
  const functions = new Set(binders.filter(({ as }) => as === 'function').map(({ node }) => node));
  const declare = (leaf: SyntaxNode, role: NameRole, member: boolean): void => {
    const name = textOf(leaf, code);
    if (!roles.has(name) || (role === 'parameter' && roles.get(name) === 'local')) roles.set(name, role);
    if (member) members.add(name);
    if (!member || bareMembers) plain.add(name);
    declared.add(leaf);
  };
  for (const node of nodesOf(root)) {
    const attribute = selfAttribute(node, code, language);
    if (attribute !== undefined) declare(attribute, 'local', true);
    for (const binder of binders) {
      if (binder.node !== node.type) continue;
      if (binder.as === 'function' && isForeign(node, code, language)) continue;
      const leaves: SyntaxNode[] = [];
      for (const child of node.children)
        if (child.named && (binder.field === undefined || child.field === binder.field))
          leavesOf(child, language, leaves);
      const member = binder.member === true || (binder.as !== 'type' && isInClass(node, language, functions));
      for (const leaf of leaves) {
        const constant = capitalsAreConstants && isVariable(binder.as) && /^[A-Z]/.test(textOf(leaf, code));
        const isConstantItem = node.type.endsWith('_item');
        if (!constant || isConstantItem) declare(leaf, roleOf(node, binder), member);
      }
    }
  }
  return { roles, plain, members, declared };
}

/** The functions that a text declares, in text order, with the offsets of their names. */
export async function declaredFunctions(
  code: string,
  language: Language,
): Promise<{ name: string; start: number }[]> {
  const own = ownNames(await parse(code, language), code, language);
  return [...own.declared]
    .map((leaf) => ({ name: textOf(leaf, code), start: leaf.start }))
    .filter(({ name }) => own.roles.get(name) === 'function')
    .sort((a, b) => a.start - b.start);
}
