import type { Language } from './language.js';

export const go: Language = {
  name: 'go',
  extensions: ['.go'],
  grammar: 'go',
  roles: {
    comments: ['comment'],
    strings: ['interpreted_string_literal', 'raw_string_literal'],
    names: ['identifier', 'type_identifier', 'field_identifier', 'package_identifier', 'label_name'],
    binders: [
      { node: 'function_declaration', field: 'name', as: 'function' },
      { node: 'method_declaration', field: 'name', as: 'function', member: true },
      { node: 'parameter_declaration', field: 'name', as: 'parameter' },
      { node: 'variadic_parameter_declaration', field: 'name', as: 'parameter' },
      {
        node: 'short_var_declaration',
        field: 'left',
        as: 'local',
        functionIf: { field: 'right', types: ['func_literal'] },
      },
      { node: 'range_clause', field: 'left', as: 'local' },
      { node: 'receive_statement', field: 'left', as: 'local' },
      { node: 'type_switch_statement', field: 'alias', as: 'local' },
      { node: 'labeled_statement', field: 'label', as: 'local' },
      { node: 'var_spec', field: 'name', as: 'local' },
      { node: 'const_spec', field: 'name', as: 'local' },
      { node: 'type_spec', field: 'name', as: 'type' },
      { node: 'type_alias', field: 'name', as: 'type' },
      { node: 'type_parameter_declaration', field: 'name', as: 'type' },
      { node: 'field_declaration', field: 'name', as: 'local', member: true },
    ],
    patterns: ['expression_list'],
    patternParts: [],
    classes: [],
    attributes: [
      { node: 'selector_expression', field: 'field' },
      { node: 'method_elem', field: 'name' },
    ],
    qualified: [{ node: 'qualified_type', field: 'name', owner: 'package' }],
    fieldKeys: [{ node: 'keyed_element', field: 'key' }],
    callees: [{ node: 'call_expression', field: 'function' }],
    types: ['type_identifier'],
    imports: ['import_declaration', 'package_clause'],
    importPaths: ['import_spec'],
  },
  reserved: ['main', 'init', '_'],
  builtins: (
    'append cap clear close complex copy delete imag len make max min new panic print println real recover any ' +
    'bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint ' +
    'uint8 uint16 uint32 uint64 uintptr true false nil iota'
  ).split(' '),
  libraryMembers: 'Len Less Swap Push Pop Error String Read Write Close'.split(' '),
};
