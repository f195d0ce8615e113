/**
 * What an own name stands for; it decides the letter of its neutral name. A local is any variable that is not a
 * parameter: constants and the fields of classes too. A parameter is one of any function, lambdas included.
 */
export const NAME_ROLES = ['function', 'type', 'parameter', 'local'] as const;
export type NameRole = (typeof NAME_ROLES)[number];

/** Names that a syntax node declares: those below `field`, or below all its named children. */
export interface Binder {
  node: string;
  field?: string;
  as: NameRole;
  /** The role is `function` when this field holds one of these nodes, as in `const f = () => 1`. */
  functionIf?: { field: string; types: readonly string[] };
  /** The role where the node stands in one of these, or in a list in one of these. */
  inside?: { node: string; as: NameRole };
  /** The name belongs to a class or record and is reached through an object. */
  member?: true;
}

/** A place in the tree: a node in the given field of a parent; without a field, any unnamed place but the first. */
export interface Slot {
  node: string;
  field?: string;
  /** Holds only when the parent has this field too. */
  beside?: string;
}

/** What the nodes of a grammar mean, so that one algorithm serves all languages. */
export interface Roles {
  comments: readonly string[];
  /** String literals, whose line breaks belong to the program. */
  strings: readonly string[];
  /** A statement that holds nothing but a string, and what stands in for it in an otherwise empty body. */
  docstring?: { statement: string; body: readonly string[]; filler: string };
  /** Leaves that are names. */
  names: readonly string[];
  binders: readonly Binder[];
  /** Nodes that a binder looks through on its way to the declared names. */
  patterns: readonly string[];
  /** Parts of patterns that declare nothing: types, sizes, initial values. */
  patternParts: readonly Slot[];
  /** A pattern name that begins with a capital is a constant or a variant, not a declaration. */
  capitalsAreConstants?: true;
  /** What is declared below one of these, outside a function, is a member. */
  classes: readonly string[];
  /** Functions in one of these (with that field, if any) carry out a foreign contract: their names are not own. */
  foreignBodies?: readonly { node: string; field?: string }[];
  /** A method with this marker carries out a foreign contract. */
  overrideMarker?: string;
  /** Members may be named without an object. */
  bareMembers?: true;
  /** Places of names that belong to the object before them. */
  attributes: readonly Slot[];
  /** Places of names that belong to the type or module in the field `owner` of the same node. */
  qualified: readonly (Slot & { owner: string })[];
  /** Assigning to these places declares a member of the enclosing class. */
  selfAttributes?: { assignment: string; left: string; access: string };
  /** Argument labels: own only when the called function is own. */
  labels?: readonly Slot[];
  /** Nodes around the keys of literals of own classes; in maps, the keys are variables. */
  fieldKeys?: readonly Slot[];
  /** Keys of literals whose class is unknown. */
  keys?: readonly Slot[];
  /** A variable whose value is a call of one of these is an import. */
  importCalls?: readonly string[];
  /** One name that is both a field and a variable, written once. */
  shorthands?: readonly string[];
  /** Where a function is called. */
  callees: readonly Slot[];
  /** Nodes that hold types. */
  types?: readonly string[];
  /** Subtrees of import statements: every name in them is foreign. */
  imports: readonly string[];
  /** Import paths as string literals: the last part of the path is the name. */
  importPaths?: readonly string[];
  /** Raw text that the grammar does not look into: words in it keep their names. */
  opaque?: readonly string[];
  /** Macro arguments, a flat list of tokens; format strings in them may name variables in braces. */
  tokens?: string;
}

export interface Language {
  readonly name: string;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** The grammar's name in the grammar package. */
  readonly grammar: string;
  readonly roles: Roles;
  /**
   * Names never renamed or given: entry points, and names with a meaning of their own to the language. Keywords
   * come from the grammar; here are those that it does not list.
   */
  readonly reserved: readonly string[];
  /** Functions and types that are there without an import; an own variable may hide one. */
  readonly builtins: readonly string[];
  /** Methods of built-in and standard types: a member of the same name cannot be told from them. */
  readonly libraryMembers: readonly string[];
}
