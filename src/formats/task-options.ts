import { DIRECTIONS, type Direction, type DocMeta, type Query, type TaskHeader } from '../core/benchmark.js';
import { UserError } from '../core/errors.js';
import type { FormatOption, ReadContext } from './format.js';

// Options of the formats that tell neither what is searched with what nor which grade is right.

export const DIRECTION_OPTION: FormatOption = {
  name: 'direction',
  describe: 'what is searched with what: t is text, c is code',
  values: DIRECTIONS,
  default: 't2c',
};

export const LEVEL_OPTION: FormatOption = {
  name: 'level',
  describe: 'the lowest grade that is right; documents judged below it are wrong',
  default: '1',
};

export interface TaskChoices {
  direction: Direction;
  level: number;
  queryKind: Query['kind'];
  documentKind: DocMeta['kind'];
}

/** @throws UserError on a direction that is not known and a level that is not a whole number */
export function taskChoices(options: ReadContext['options']): TaskChoices {
  const direction = DIRECTIONS.find((each) => each === options.direction);
  if (direction === undefined)
    throw new UserError(
      `cannot use --direction ${options.direction}: it must be one of ${DIRECTIONS.join(', ')}`,
    );
  const level = Number(options.level);
  if (!/^[+-]?\d+$/.test(options.level ?? ''))
    throw new UserError(`cannot use --level ${options.level}: it must be a whole number`);
  return {
    direction,
    level,
    queryKind: direction.startsWith('c') ? 'code' : 'text',
    documentKind: direction.endsWith('c') ? 'code' : 'text',
  };
}

/** What to pass so that an exported task is read back as it was; undefined when the defaults do. */
export function readBackHint({ id, direction, level }: TaskHeader): string | undefined {
  const flags = [
    ...(direction === DIRECTION_OPTION.default ? [] : [`--direction ${direction}`]),
    ...(String(level) === LEVEL_OPTION.default ? [] : [`--level ${level}`]),
  ];
  return flags.length === 0 ? undefined : `task "${id}": read it back with ${flags.join(' ')}`;
}
