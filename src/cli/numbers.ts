import { InvalidArgumentError } from 'commander';

/** A parser of whole numbers from `least` to `most`, for an option. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < least)
      throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`);
    if (number > most) throw new InvalidArgumentError(`It must be ${most} at the most.`);
    return number;
  };
}
