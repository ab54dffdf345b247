import { Slots } from '../../lib/deliveries/slots';

const take = (slots: Slots, lane: number, kind: 'fresh' | 'backlog') => {
  let count = 0;
  for (; slots.free(lane, kind) > 0; count++) slots.take(lane);
  return count;
};

it('bounds each lane and all together, and keeps a part for first attempts', () => {
  const slots = new Slots({ total: 12, perLane: 4, reserved: 4 });
  expect([take(slots, 1, 'backlog'), take(slots, 2, 'backlog'), take(slots, 3, 'backlog')]).toEqual([
    3, 3, 2,
  ]);
  expect([take(slots, 1, 'fresh'), take(slots, 4, 'fresh'), take(slots, 5, 'fresh')]).toEqual([1, 3, 0]);
  slots.give(1);
  expect([slots.free(4, 'fresh'), slots.free(1, 'fresh'), slots.free(1, 'backlog')]).toEqual([1, 1, 0]);
});

it('leaves half of the slots to lanes that are not slow, however many are', () => {
  const slots = new Slots({ total: 12, perLane: 4, reserved: 4 });
  for (let lane = 1; lane <= 50; lane++) slots.note(lane, true);
  let dead = 0;
  for (let lane = 1; lane <= 50; lane++) dead += take(slots, lane, 'fresh');
  expect([dead, take(slots, 99, 'fresh')]).toEqual([6, 4]);
  slots.note(7, false);
  expect(slots.free(7, 'fresh')).toBeGreaterThan(0);
});
