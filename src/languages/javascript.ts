import type { Language, Roles } from './language.js';

const FUNCTIONS = ['arrow_function', 'function_expression', 'generator_function'];

export const javascriptRoles: Roles = {
  comments: ['comment', 'html_comment'],
  strings: ['string', 'template_string'],
  names: [
    'identifier',
    'property_identifier',
    'private_property_identifier',
    'shorthand_property_identifier',
    'shorthand_property_identifier_pattern',
  ],
  binders: [
    { node: 'function_declaration', field: 'name', as: 'function' },
    { node: 'generator_function_declaration', field: 'name', as: 'function' },
    { node: 'function_expression', field: 'name', as: 'function' },
    { node: 'generator_function', field: 'name', as: 'function' },
    { node: 'class_declaration', field: 'name', as: 'type' },
    { node: 'class', field: 'name', as: 'type' },
    { node: 'method_definition', field: 'name', as: 'function', member: true },
    { node: 'field_definition', field: 'property', as: 'local', member: true },
    {
      node: 'variable_declarator',
      field: 'name',
      as: 'local',
      functionIf: { field: 'value', types: FUNCTIONS },
    },
    {
      node: 'assignment_expression',
      field: 'left',
      as: 'local',
      functionIf: { field: 'right', types: FUNCTIONS },
    },
    { node: 'for_in_statement', field: 'left', as: 'local' },
    { node: 'formal_parameters', as: 'parameter' },
    { node: 'arrow_function', field: 'parameter', as: 'parameter' },
    { node: 'catch_clause', field: 'parameter', as: 'local' },
  ],
  patterns: [
    'array_pattern',
    'object_pattern',
    'pair_pattern',
    'rest_pattern',
    'assignment_pattern',
    'object_assignment_pattern',
  ],
  patternParts: [
    { node: 'pair_pattern', field: 'key' },
    { node: 'assignment_pattern', field: 'right' },
    { node: 'object_assignment_pattern', field: 'right' },
  ],
  classes: ['class_body'],
  foreignBodies: [{ node: 'object' }],
  attributes: [
    { node: 'member_expression', field: 'property' },
    { node: 'method_definition', field: 'name' },
  ],
  qualified: [],
  selfAttributes: {
    assignment: 'assignment_expression',
    left: 'left',
    access: 'member_expression',
  },
  keys: [
    { node: 'pair', field: 'key' },
    { node: 'pair_pattern', field: 'key' },
  ],
  importCalls: ['require'],
  shorthands: ['shorthand_property_identifier', 'shorthand_property_identifier_pattern'],
  callees: [
    { node: 'call_expression', field: 'function' },
    { node: 'new_expression', field: 'constructor' },
  ],
  imports: ['import_statement'],
};

export const javascriptWords = {
  reserved: ['constructor', 'arguments', 'undefined', 'NaN', 'Infinity', 'module', 'exports'],
  builtins: (
    'Array Boolean Date Error Function JSON Map Math Number Object Promise Proxy Reflect RegExp Set String Symbol ' +
    'BigInt WeakMap WeakSet TypeError RangeError console document window process globalThis parseInt parseFloat ' +
    'isNaN isFinite require setTimeout setInterval clearTimeout clearInterval fetch encodeURIComponent ' +
    'decodeURIComponent alert'
  ).split(' '),
  libraryMembers: (
    'length push pop shift unshift slice splice concat join indexOf includes forEach map filter reduce some every ' +
    'find findIndex sort reverse keys values entries get set has add delete clear size toString valueOf split ' +
    'replace match test exec trim then catch finally next call apply bind name message prototype'
  ).split(' '),
};

export const javascript: Language = {
  name: 'javascript',
  extensions: ['.js', '.jsx', '.mjs', '.cjs'],
  grammar: 'javascript',
  roles: javascriptRoles,
  ...javascriptWords,
};
