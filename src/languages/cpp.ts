import type { Language } from './language.js';

export const cpp: Language = {
  name: 'cpp',
  extensions: ['.cpp', '.cc', '.cxx', '.hpp', '.hh', '.hxx', '.h'],
  grammar: 'cpp',
  roles: {
    comments: ['comment'],
    strings: ['string_literal', 'raw_string_literal'],
    names: ['identifier', 'type_identifier', 'field_identifier', 'namespace_identifier'],
    binders: [
      { node: 'function_definition', field: 'declarator', as: 'function' },
      {
        node: 'declaration',
        field: 'declarator',
        as: 'local',
        functionIf: { field: 'declarator', types: ['function_declarator'] },
      },
      {
        node: 'init_declarator',
        field: 'declarator',
        as: 'local',
        functionIf: { field: 'value', types: ['lambda_expression'] },
      },
      {
        node: 'parameter_declaration',
        field: 'declarator',
        as: 'parameter',
        inside: { node: 'catch_clause', as: 'local' },
      },
      { node: 'optional_parameter_declaration', field: 'declarator', as: 'parameter' },
      { node: 'for_range_loop', field: 'declarator', as: 'local' },
      { node: 'field_declaration', field: 'declarator', as: 'local', member: true },
      { node: 'class_specifier', field: 'name', as: 'type' },
      { node: 'struct_specifier', field: 'name', as: 'type' },
      { node: 'union_specifier', field: 'name', as: 'type' },
      { node: 'enum_specifier', field: 'name', as: 'type' },
      { node: 'enumerator', field: 'name', as: 'local', member: true },
      { node: 'type_definition', field: 'declarator', as: 'type' },
      { node: 'alias_declaration', field: 'name', as: 'type' },
      { node: 'type_parameter_declaration', as: 'type' },
    ],
    patterns: [
      'pointer_declarator',
      'reference_declarator',
      'array_declarator',
      'function_declarator',
      'parenthesized_declarator',
      'attributed_declarator',
      'structured_binding_declarator',
      'init_declarator',
    ],
    patternParts: [
      { node: 'array_declarator', field: 'size' },
      { node: 'function_declarator', field: 'parameters' },
      { node: 'init_declarator', field: 'value' },
    ],
    classes: ['field_declaration_list'],
    bareMembers: true,
    attributes: [{ node: 'field_expression', field: 'field' }],
    qualified: [{ node: 'qualified_identifier', field: 'name', owner: 'scope' }],
    callees: [{ node: 'call_expression', field: 'function' }],
    types: ['type_identifier'],
    imports: ['preproc_include', 'using_declaration'],
    opaque: ['preproc_arg', 'preproc_def', 'preproc_function_def'],
  },
  reserved: ['main', 'std', 'float', 'thread_local', 'typeid', 'void'],
  builtins: (
    'abs accumulate back_inserter begin ceil copy count count_if distance end exit fabs fill find floor fma ' +
    'fmax fmin fmod free gcd get iota isalpha isdigit islower isupper list log log10 lower_bound make_pair ' +
    'make_tuple malloc map max max_element min min_element move next pair pow prev printf putc puts queue ' +
    'remove replace reverse rotate round set sort sprintf sqrt stack stoi stol string swap tan tanh tie time ' +
    'tm to_string tolower toupper transform trunc tuple unique upper_bound vector wstring'
  ).split(' '),
  libraryMembers: (
    'size length push_back pop_back push pop top front back begin end rbegin rend empty clear insert erase find ' +
    'count substr append at c_str first second str data resize reserve get reset'
  ).split(' '),
};
