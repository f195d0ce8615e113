import { javascriptRoles, javascriptWords } from './javascript.js';
import type { Language } from './language.js';

/** JavaScript, with types: names of types are leaves of their own, and parameters carry an annotation. */
export const typescript: Language = {
  name: 'typescript',
  extensions: ['.ts', '.mts', '.cts'],
  grammar: 'typescript',
  roles: {
    ...javascriptRoles,
    names: [...javascriptRoles.names, 'type_identifier'],
    binders: [
      ...javascriptRoles.binders,
      { node: 'interface_declaration', field: 'name', as: 'type' },
      { node: 'type_alias_declaration', field: 'name', as: 'type' },
      { node: 'enum_declaration', field: 'name', as: 'type' },
      { node: 'type_parameter', field: 'name', as: 'type' },
      { node: 'public_field_definition', field: 'name', as: 'local', member: true },
    ],
    patterns: [...javascriptRoles.patterns, 'required_parameter', 'optional_parameter'],
    patternParts: [
      ...javascriptRoles.patternParts,
      { node: 'required_parameter', field: 'type' },
      { node: 'required_parameter', field: 'value' },
      { node: 'optional_parameter', field: 'type' },
      { node: 'optional_parameter', field: 'value' },
    ],
    keys: [...javascriptRoles.keys!, { node: 'property_signature', field: 'name' }],
  },
  ...javascriptWords,
};
