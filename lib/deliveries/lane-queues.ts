import type { ClaimedDelivery } from './claim-store';

/** Ids remembered for a lane; the rest is read from the table when these are started. */
const IDS_PER_LANE = 8;

/** A delivery that waits in this process for a slot: leased to it already, or to be claimed by its id. */
export type Waiting = { leased: ClaimedDelivery; since: number } | { id: string };

/**
 * What this process is to attempt as soon as there are slots: in order within a lane, the lanes in turn. Bounded for
 * each lane, so that one form's submissions never push out another's.
 */
export class LaneQueues {
  private readonly lanes = new Map<number, Waiting[]>();
  /** Lanes with more in the table than is remembered here. */
  private readonly overflowing = new Set<number>();

  /** How many of a lane wait here. */
  size(lane: number): number {
    return this.lanes.get(lane)?.length ?? 0;
  }

  /** The lane has more in the table. */
  overflows(lane: number): boolean {
    return this.overflowing.has(lane);
  }

  /** Puts in what is leased to this process. */
  push(lane: number, leased: ClaimedDelivery, since: number): void {
    this.append(lane, { leased, since });
  }

  /** Remembers an id, or that there are more in the table. @returns true when the lane begins to have more */
  add(lane: number, id: string): boolean {
    if (this.size(lane) < IDS_PER_LANE && !this.overflowing.has(lane)) {
      this.append(lane, { id });
      return false;
    }
    const begins = !this.overflowing.has(lane);
    this.overflowing.add(lane);
    return begins;
  }

  /** There may be more in the table. */
  markOverflow(lane: number): void {
    this.overflowing.add(lane);
  }

  /** Lanes whose waiting ones are all started, while the table has more. Each is named once, until it overflows again. */
  takeEmptied(): number[] {
    const emptied = [...this.overflowing].filter((lane) => !this.lanes.has(lane));
    emptied.forEach((lane) => this.overflowing.delete(lane));
    return emptied;
  }

  /** The lanes that wait, those served longest ago first. */
  waiting(): number[] {
    return [...this.lanes.keys()];
  }

  /** Takes out the oldest of a lane; the lane goes behind the others. */
  take(lane: number): Waiting | undefined {
    const waiting = this.lanes.get(lane) ?? [];
    const next = waiting.shift();
    this.lanes.delete(lane);
    if (waiting.length > 0) this.lanes.set(lane, waiting);
    return next;
  }

  /** Forgets everything. @returns what was leased, to be given back */
  clear(): ClaimedDelivery[] {
    const leased = [...this.lanes.values()].flat().flatMap((one) => ('leased' in one ? [one.leased] : []));
    this.lanes.clear();
    this.overflowing.clear();
    return leased;
  }

  private append(lane: number, waiting: Waiting): void {
    const before = this.lanes.get(lane);
    if (before) before.push(waiting);
    else this.lanes.set(lane, [waiting]);
  }
}
