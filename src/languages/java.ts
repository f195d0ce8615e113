import type { Language } from './language.js';

export const java: Language = {
  name: 'java',
  extensions: ['.java'],
  grammar: 'java',
  roles: {
    comments: ['line_comment', 'block_comment'],
    strings: ['string_literal'],
    names: ['identifier', 'type_identifier'],
    binders: [
      { node: 'method_declaration', field: 'name', as: 'function', member: true },
      { node: 'constructor_declaration', field: 'name', as: 'type' },
      { node: 'class_declaration', field: 'name', as: 'type' },
      { node: 'interface_declaration', field: 'name', as: 'type' },
      { node: 'enum_declaration', field: 'name', as: 'type' },
      { node: 'record_declaration', field: 'name', as: 'type' },
      { node: 'enum_constant', field: 'name', as: 'local', member: true },
      { node: 'type_parameter', as: 'type' },
      { node: 'formal_parameter', field: 'name', as: 'parameter' },
      {
        node: 'variable_declarator',
        field: 'name',
        as: 'local',
        inside: { node: 'spread_parameter', as: 'parameter' },
      },
      { node: 'enhanced_for_statement', field: 'name', as: 'local' },
      { node: 'catch_formal_parameter', field: 'name', as: 'local' },
      { node: 'resource', field: 'name', as: 'local' },
      { node: 'inferred_parameters', as: 'parameter' },
      { node: 'lambda_expression', field: 'parameters', as: 'parameter' },
      { node: 'instanceof_expression', field: 'name', as: 'local' },
    ],
    patterns: [],
    patternParts: [],
    classes: ['class_body', 'interface_body', 'enum_body'],
    foreignBodies: [{ node: 'object_creation_expression' }],
    overrideMarker: '@Override',
    bareMembers: true,
    attributes: [
      { node: 'method_invocation', field: 'name', beside: 'object' },
      { node: 'field_access', field: 'field' },
      { node: 'method_reference' },
    ],
    qualified: [],
    callees: [{ node: 'method_invocation', field: 'name' }],
    imports: ['import_declaration', 'package_declaration'],
  },
  reserved: ['main', 'var', 'void'],
  builtins: [],
  libraryMembers: (
    'length size get set add put remove contains containsKey isEmpty clear toString equals hashCode compareTo ' +
    'charAt substring indexOf split trim append insert reverse keySet values entrySet getKey getValue iterator ' +
    'next hasNext stream map filter collect forEach sort run call apply accept test close'
  ).split(' '),
};
