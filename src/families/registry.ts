import { longest } from './longest.js';
import { medoid } from './medoid.js';
import { nameOverlap } from './name-overlap.js';
import type { FamilyOrder } from './order.js';

export const FAMILY_ORDERS: readonly FamilyOrder[] = [longest, medoid, nameOverlap];
