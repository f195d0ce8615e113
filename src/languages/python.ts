import type { Language } from './language.js';

export const python: Language = {
  name: 'python',
  extensions: ['.py', '.pyi'],
  grammar: 'python',
  roles: {
    comments: ['comment'],
    strings: ['string'],
    docstring: { statement: 'expression_statement', body: ['block'], filler: 'pass' },
    names: ['identifier'],
    binders: [
      { node: 'function_definition', field: 'name', as: 'function' },
      { node: 'class_definition', field: 'name', as: 'type' },
      { node: 'parameters', as: 'parameter' },
      { node: 'lambda_parameters', as: 'parameter' },
      {
        node: 'assignment',
        field: 'left',
        as: 'local',
        functionIf: { field: 'right', types: ['lambda'] },
      },
      { node: 'for_statement', field: 'left', as: 'local' },
      { node: 'for_in_clause', field: 'left', as: 'local' },
      { node: 'named_expression', field: 'name', as: 'local' },
      { node: 'as_pattern_target', as: 'local' },
    ],
    patterns: [
      'typed_parameter',
      'default_parameter',
      'typed_default_parameter',
      'list_splat_pattern',
      'dictionary_splat_pattern',
      'pattern_list',
      'tuple_pattern',
      'list_pattern',
      'tuple',
      'list',
    ],
    patternParts: [
      { node: 'typed_parameter', field: 'type' },
      { node: 'default_parameter', field: 'value' },
      { node: 'typed_default_parameter', field: 'type' },
      { node: 'typed_default_parameter', field: 'value' },
    ],
    classes: ['class_definition'],
    bareMembers: true,
    attributes: [{ node: 'attribute', field: 'attribute' }],
    qualified: [],
    selfAttributes: {
      assignment: 'assignment',
      left: 'left',
      access: 'attribute',
    },
    labels: [{ node: 'keyword_argument', field: 'name' }],
    callees: [{ node: 'call', field: 'function' }],
    types: ['type'],
    imports: ['import_statement', 'import_from_statement', 'future_import_statement'],
  },
  reserved: ['self', 'cls', '_'],
  builtins: (
    'abs all any ascii bin bool bytearray bytes callable chr classmethod compile complex delattr dict dir divmod ' +
    'enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int ' +
    'isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print ' +
    'property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip ' +
    'Exception ValueError TypeError KeyError IndexError StopIteration NotImplementedError RuntimeError'
  ).split(' '),
  libraryMembers: (
    'append extend insert remove pop clear index count sort reverse copy keys values items get update setdefault ' +
    'add discard union intersection difference join split strip lstrip rstrip replace startswith endswith find ' +
    'rfind upper lower title capitalize format encode decode isdigit isalpha isalnum read write close readline ' +
    'readlines seek flush start run send recv'
  ).split(' '),
};
