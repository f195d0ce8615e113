import { InvalidArgumentError } from 'commander';

/** A parser of whole numbers of at least `least`, for an option. */
export function wholeNumber(least: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < least)
      throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`);
    return number;
  };
}
