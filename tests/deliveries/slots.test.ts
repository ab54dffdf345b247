import { Slots } from '../../lib/deliveries/slots';

const LIMITS = { total: 12, perLane: 4, reserved: 4 };
type Give = (answered: boolean) => void;

/** Takes all that a lane gets. @returns the slots, to give back */
const takeAll = (slots: Slots, lane: number, kind: 'fresh' | 'backlog'): Give[] => {
  const taken: Give[] = [];
  while (slots.free(lane, kind) > 0) taken.push(slots.take(lane));
  return taken;
};

/** Slots whose lanes have all answered at once before. */
const quick = (lanes: number, freed: () => void = () => undefined): Slots => {
  const slots = new Slots(LIMITS, freed);
  for (let lane = 1; lane <= lanes; lane++) slots.take(lane)(true);
  return slots;
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('bounds each lane and all together, and keeps a part for first attempts', () => {
  const slots = quick(5);
  const backlog = [1, 2, 3].map((lane) => takeAll(slots, lane, 'backlog').length);
  expect(backlog).toEqual([3, 3, 2]);
  const [one, four, five] = [1, 4, 5].map((lane) => takeAll(slots, lane, 'fresh'));
  expect([one?.length, four?.length, five?.length]).toEqual([1, 3, 0]);
  one?.[0]?.(true);
  expect([slots.free(4, 'fresh'), slots.free(1, 'fresh'), slots.free(1, 'backlog')]).toEqual([1, 1, 0]);
});

it('gives a lane that has not answered yet one slot, and more once it has', () => {
  const slots = new Slots(LIMITS, () => undefined);
  const [probe] = takeAll(slots, 1, 'fresh');
  expect(slots.free(1, 'fresh')).toBe(0);
  probe?.(true);
  expect(slots.free(1, 'fresh')).toBe(4);
  const [aborted] = takeAll(slots, 2, 'fresh');
  aborted?.(false);
  expect(slots.free(2, 'fresh')).toBe(1);
});

it('an attempt of more than a second leaves its place to others, so that dead receivers hold up nobody', () => {
  let freed = 0;
  const slots = quick(0, () => freed++);
  for (let lane = 1; lane <= 12; lane++) expect(takeAll(slots, lane, 'fresh').length).toBe(1);
  expect(slots.free(99, 'fresh')).toBe(0);
  jest.advanceTimersByTime(1000);
  expect([freed, slots.free(99, 'fresh')]).toEqual([12, 1]);
});

it('never holds more than four times the bound, the last of them for quick lanes and first attempts', () => {
  const slots = quick(2);
  const gives: Give[] = [];
  for (let lane = 10; lane < 100; lane++) {
    gives.push(...takeAll(slots, lane, 'fresh'));
    jest.advanceTimersByTime(1000);
  }
  expect(gives.length).toBe(36);
  expect([slots.free(500, 'fresh'), slots.free(1, 'backlog'), slots.free(1, 'fresh')]).toEqual([0, 0, 4]);
  gives.forEach((give) => give(true));
  expect(slots.free(500, 'fresh')).toBe(1);
});

it('slow lanes get more than one slot while they hold less than half', () => {
  const slots = quick(20);
  const gives = [1, 2, 3].map((lane) => slots.take(lane));
  jest.advanceTimersByTime(1000);
  expect(slots.free(1, 'fresh')).toBe(3);
  const more = [4, 5, 6].map((lane) => slots.take(lane));
  jest.advanceTimersByTime(1000);
  expect([slots.free(1, 'fresh'), slots.free(7, 'fresh')]).toEqual([0, 4]);
  [...gives, ...more].forEach((give) => give(true));
  expect(slots.free(1, 'fresh')).toBe(4);
});
