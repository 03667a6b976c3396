import { afterAll, beforeAll, describe } from 'vitest';
import { type House, openHouse } from './house';
import { limitAttacks } from './limits';
import { nameAttacks } from './names';
import { requestAttacks } from './requests';
import { traceAttacks } from './traces';

// One house for all: it takes longer to furnish than to attack, and what one attack leaves behind is the next one's to suffer.
let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house?.close());

describe('by requests', () => requestAttacks(() => house));
describe('by what is left behind', () => traceAttacks(() => house));
describe('by names', () => nameAttacks(() => house));
describe('by weight', () => limitAttacks(() => house));
