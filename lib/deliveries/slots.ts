/**
 * How many attempts this process makes at once: a bound over all and one for each lane, so that a dead receiver can
 * hold no more than its lane's share. A part of both is kept for first attempts of fresh submissions, which so never
 * wait behind a backlog; and lanes that fail share one half of all, so that however many receivers are dead, the
 * others find a slot.
 */
export class Slots {
  private readonly taken = new Map<number, number>();
  private readonly failing = new Set<number>();
  private total = 0;

  constructor(private readonly limits: { total: number; perLane: number; reserved: number }) {}

  /** Free slots of a lane: what may be started there now. */
  free(lane: number, kind: 'fresh' | 'backlog'): number {
    const { total, perLane, reserved } = this.limits;
    const kept = kind === 'backlog' ? { total: reserved, lane: perLane > 1 ? 1 : 0 } : { total: 0, lane: 0 };
    const all = total - kept.total - this.total;
    const own = perLane - kept.lane - (this.taken.get(lane) ?? 0);
    const shared = this.failing.has(lane) ? Math.max(1, Math.floor(total / 2)) - this.takenByFailing() : all;
    return Math.max(0, Math.min(all, own, shared));
  }

  take(lane: number): void {
    this.total++;
    this.taken.set(lane, (this.taken.get(lane) ?? 0) + 1);
  }

  give(lane: number): void {
    this.total--;
    const left = (this.taken.get(lane) ?? 1) - 1;
    if (left > 0) this.taken.set(lane, left);
    else this.taken.delete(lane);
  }

  /** Notes how the last attempt of a lane went. */
  note(lane: number, failed: boolean): void {
    if (failed) this.failing.add(lane);
    else this.failing.delete(lane);
  }

  private takenByFailing(): number {
    let count = 0;
    for (const [lane, slots] of this.taken) if (this.failing.has(lane)) count += slots;
    return count;
  }
}
