import type { Language } from './language.js';

export const rust: Language = {
  name: 'rust',
  extensions: ['.rs'],
  grammar: 'rust',
  roles: {
    comments: ['line_comment', 'block_comment'],
    strings: ['string_literal', 'raw_string_literal'],
    names: ['identifier', 'type_identifier', 'field_identifier', 'shorthand_field_identifier'],
    binders: [
      { node: 'function_item', field: 'name', as: 'function' },
      { node: 'function_signature_item', field: 'name', as: 'function' },
      { node: 'parameter', field: 'pattern', as: 'parameter' },
      { node: 'closure_parameters', as: 'parameter' },
      {
        node: 'let_declaration',
        field: 'pattern',
        as: 'local',
        functionIf: { field: 'value', types: ['closure_expression'] },
      },
      { node: 'let_condition', field: 'pattern', as: 'local' },
      { node: 'for_expression', field: 'pattern', as: 'local' },
      { node: 'match_pattern', as: 'local' },
      { node: 'const_item', field: 'name', as: 'local' },
      { node: 'static_item', field: 'name', as: 'local' },
      { node: 'struct_item', field: 'name', as: 'type' },
      { node: 'enum_item', field: 'name', as: 'type' },
      { node: 'union_item', field: 'name', as: 'type' },
      { node: 'trait_item', field: 'name', as: 'type' },
      { node: 'type_item', field: 'name', as: 'type' },
      { node: 'type_parameter', field: 'name', as: 'type' },
      { node: 'enum_variant', field: 'name', as: 'type', member: true },
      { node: 'field_declaration', field: 'name', as: 'local', member: true },
    ],
    patterns: [
      'mut_pattern',
      'ref_pattern',
      'reference_pattern',
      'tuple_pattern',
      'tuple_struct_pattern',
      'struct_pattern',
      'field_pattern',
      'slice_pattern',
      'captured_pattern',
      'or_pattern',
      'parameter',
    ],
    patternParts: [
      { node: 'tuple_struct_pattern', field: 'type' },
      { node: 'struct_pattern', field: 'type' },
      { node: 'parameter', field: 'type' },
      { node: 'match_pattern', field: 'condition' },
    ],
    capitalsAreConstants: true,
    classes: ['impl_item', 'trait_item'],
    foreignBodies: [{ node: 'impl_item', field: 'trait' }],
    attributes: [
      { node: 'field_expression', field: 'field' },
      { node: 'field_initializer', field: 'field' },
    ],
    qualified: [
      { node: 'scoped_identifier', field: 'name', owner: 'path' },
      { node: 'scoped_type_identifier', field: 'name', owner: 'path' },
    ],
    shorthands: ['shorthand_field_identifier', 'shorthand_field_initializer'],
    callees: [{ node: 'call_expression', field: 'function' }],
    types: ['type_identifier'],
    imports: ['use_declaration', 'extern_crate_declaration', 'attribute_item', 'inner_attribute_item'],
    tokens: 'token_tree',
  },
  reserved: ['main', 'self', 'Self', 'crate', 'super', '_', 'final', 'priv', 'typeof', 'virtual'],
  builtins: 'Some None Ok Err Box String Vec Option Result drop'.split(' '),
  libraryMembers: (
    'len push pop insert remove get get_mut iter iter_mut into_iter map filter fold sum collect clone to_string ' +
    'to_owned as_str chars bytes contains is_empty sort reverse split trim unwrap expect next rev min max abs pow ' +
    'new from into default eq cmp partial_cmp fmt hash drop deref'
  ).split(' '),
};
